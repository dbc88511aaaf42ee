#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gbrank/predictor.h"

#include "data/letor_reader.h"
#include "explain/path_forest.h"

namespace gbrank {

/// A row of LETOR text and what its features add to its score. Views hold until the next row.
struct ExplainedRow {
  std::string_view query;
  std::string_view document;  // the id in its comment, empty where there is none
  std::size_t position;       // in its query, from 1
  float label;
  double score;                   // the same bits as predict's
  std::span<const float> values;  // one for each of features()
  std::span<const double> contributions;
};

/// Explains the rows of LETOR text, block after block.
class TextExplainer {
 public:
  TextExplainer(const Ensemble& ensemble, int threads);

  using Take = std::function<void(const ExplainedRow&)>;
  /// Hands over each row in order; a query may go on from one block to the next. What is in memory
  /// at a time does not grow with the text. Throws Error with file and line.
  void explain(const NamedText& source, const Take& take);

  /// Those that some tree asks; all others contribute nothing.
  std::span<const std::uint32_t> features() const { return forest_.features(); }
  double base_value() const { return forest_.base_value(); }
  /// The largest feature index so far.
  std::size_t largest_index() const { return largest_index_; }

 private:
  struct Piece;
  struct Sink;
  std::vector<TextChunk> cut(const NamedText& source) const;
  void compute(Piece& piece, PathForest::Scratch& scratch) const;

  PathForest forest_;
  Predictor predictor_;
  std::vector<std::uint32_t> slots_;  // one a feature of the model: which of features() it is
  float absent_;                      // the value of a feature that a row does not have
  int threads_;
  std::vector<PathForest::Scratch> scratch_;  // one a thread
  std::size_t largest_index_ = 0;
  std::string query_;  // of the last row
  std::size_t position_ = 0;
};

}  // namespace gbrank
