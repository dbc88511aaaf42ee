#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gbrank/predictor.h"

#include "data/letor_reader.h"

namespace gbrank {

/// Scores the rows of LETOR text, block after block.
class TextScorer {
 public:
  TextScorer(const Ensemble& ensemble, int threads);

  /// Appends one score a row, in row order. Throws Error with file and line.
  void score(const NamedText& source, std::vector<double>& scores);

  /// Appends the leaves that each row falls into: one a tree, row after row.
  void leaves(const NamedText& source, std::vector<std::uint32_t>& leaves);

  /// The largest feature index so far.
  std::size_t largest_index() const;

 private:
  /// Rows of text that wait to be answered.
  struct Rows {
    std::vector<std::size_t> offsets = {0};
    std::vector<std::uint32_t> features;
    std::vector<float> values;
    std::size_t largest_index = 0;

    std::size_t size() const { return offsets.size() - 1; }
    SparseRows view() const { return {offsets, features, values}; }
    void clear();
  };
  template <typename T, typename Answer>
  struct Sink;
  template <typename T, typename Answer>
  void append(const NamedText& source, const Answer& answer, std::vector<T>& all);

  Predictor predictor_;
  std::size_t trees_;
  int threads_;
  std::vector<Rows> waiting_;  // one a worker
};

}  // namespace gbrank
