#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gbrank/ensemble.h"

namespace gbrank {

/// Scores documents with an ensemble, which must outlive it. Any number of threads may score at
/// once.
class Predictor {
 public:
  explicit Predictor(const Ensemble& ensemble) : ensemble_(ensemble) {}

  /// One value a feature of the ensemble, NaN for missing.
  double score(std::span<const float> features) const;

  /// The leaf that a document falls into, of each tree.
  void leaves(std::span<const float> features, std::span<std::uint32_t> leaves) const;

  /// Rows of features() values each, one score each; the scores do not depend on the threads.
  void score_rows(std::span<const float> rows, std::span<double> scores, int threads = 1) const;

  std::size_t features() const { return ensemble_.features(); }

 private:
  const Ensemble& ensemble_;
};

}  // namespace gbrank
