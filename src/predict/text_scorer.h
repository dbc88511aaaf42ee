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
  struct Worker {
    std::vector<float> row;              // one value a feature of the model
    std::vector<std::uint32_t> touched;  // to make the row as it was
    std::size_t largest_index = 0;
  };
  template <typename T, typename Answer>
  struct Sink;
  template <typename T, typename Answer>
  void append(const NamedText& source, const Answer& answer, std::vector<T>& all);

  Predictor predictor_;
  std::size_t trees_;
  float absent_;  // the value of a feature that a row does not have
  int threads_;
  std::vector<Worker> workers_;
};

}  // namespace gbrank
