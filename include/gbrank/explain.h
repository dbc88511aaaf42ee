#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "gbrank/ensemble.h"
#include "gbrank/predictor.h"

namespace gbrank {

class PathForest;

/// Says what each feature of a document adds to its score: the Shapley values of the game in which
/// a feature that is not known yet sends the document down both sides of a split, in proportion to
/// the training documents that went there (path-dependent TreeSHAP). They are exact: base_value()
/// and a document's contributions add up to its score, up to rounding. docs/explain.md has the
/// formulas. Any number of threads may ask at once.
class Explainer {
 public:
  /// Keeps nothing of the ensemble. Throws Error for a tree whose paths ask more than 16,384
  /// different features.
  explicit Explainer(const Ensemble& ensemble);
  ~Explainer();
  Explainer(Explainer&&) noexcept;
  Explainer& operator=(Explainer&&) noexcept;

  /// The score of a document of which nothing is known: the mean over the training documents.
  double base_value() const;

  /// One value a feature of the ensemble, NaN for missing, and as many contributions; exactly 0 for
  /// a feature that no tree asks.
  void contributions(std::span<const float> features, std::span<double> contributions) const;

  /// features() contributions a row, row after row: much faster than one row at a time. They depend
  /// neither on the threads nor on which rows stand together.
  void contributions(const DenseRows& rows, std::span<double> contributions, int threads = 1) const;

  std::size_t features() const { return features_; }

 private:
  std::size_t features_;
  std::unique_ptr<const PathForest> forest_;
};

}  // namespace gbrank
