#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gbrank/dataset.h"

#include "predict/judged_text.h"

namespace gbrank {

/// Where the folds of an experiment come from, and which of their parts it needs.
struct FoldSource {
  /// A folder of Fold1, Fold2, ... with train, vali and test files in each, or a single such fold,
  /// or one file whose queries are dealt out.
  std::string path;
  /// Of one file: so many parts. Fold i tests on part i, validates on the part before it, and
  /// trains on the others, as LETOR's folds do; so there are 3 at least.
  int folds = 5;
  /// Which query goes to which part of one file follows from it and from the query's identifier.
  std::uint64_t split_seed = 1;
  bool with_test = true;
  bool with_document_ids = false;
  ReadOptions read = {};
};

/// Judged queries in three parts, which share no query unless files say so (Folds::warnings).
struct Fold {
  std::string name;
  Dataset train;
  JudgedText vali;
  std::optional<JudgedText> test;
  /// Of one file: which of its rows the test data has, in order.
  std::vector<std::size_t> test_rows;
  /// Of the bytes of train and vali, and of the number of bins: what a fit depends on.
  std::uint64_t fingerprint;

  /// The validation data in the bins of the training data.
  Dataset binned_vali(int threads) const;
};

struct Folds {
  std::vector<Fold> folds;
  /// Rows of the one file that was dealt out; 0 for a folder.
  std::size_t rows = 0;
  /// What somebody should know: queries that a fold both learns from and is measured by, or that
  /// several folds are measured by: their test data, or without it their validation data.
  std::vector<std::string> warnings;
};

/// Reads everything at once. Throws Error with file and line, and for a folder without folds.
Folds read_folds(const FoldSource& source);

/// The part, below `parts`, of each query: parts are as equal as can be, and drawn by a seeded hash
/// of the query's identifier, so that the order of the file does not matter.
std::vector<std::size_t> deal_queries(const std::vector<std::string>& ids, std::size_t parts,
                                      std::uint64_t seed);

}  // namespace gbrank
