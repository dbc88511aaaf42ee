#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/aligned.h"
#include "train/gradient_word.h"

namespace gbrank {

/// The gradients and hessians of a round in fixed point, for finding splits.
///
/// A step is as small as the fields of a word allow: the sum over any kWordRows rows, which is at
/// most the sum over all rows and at most kWordRows times the largest row, must fit. Rounding moves
/// a row by at most half a step, for which kWordRows steps are kept free. Besides, all hessians
/// together must fit kMostWideHessian, with a step a row kept free; a sum of gradients has 64 bits
/// of its own, and is below 2^42: where the largest row decides, no row has more than kMostGradient
/// / kWordRows steps.
///
/// What a leaf answers does not hang on these steps: it is computed from the gradients themselves
/// (leaf_values.h).
class QuantisedGradients {
 public:
  /// Quantises the given rows (ascending).
  void quantise(std::span<const double> gradient, std::span<const double> hessian,
                std::span<const std::uint32_t> rows, int threads);

  /// One a row of the data; those of rows that were not given mean nothing.
  std::span<const GradientWord> words() const { return words_; }
  /// Over the rows that were given.
  const LeafSums& total() const { return total_; }

  double gradient(const LeafSums& sums) const {
    return static_cast<double>(sums.gradient) * gradient_step_;
  }
  double hessian(const LeafSums& sums) const {
    return static_cast<double>(sums.hessian) * hessian_step_;
  }
  double gradient_step() const { return gradient_step_; }
  double hessian_step() const { return hessian_step_; }
  /// Over the rows that were quantised: the scale of this round's hessians.
  double mean_hessian() const { return mean_hessian_; }
  /// The sums of absolute values.
  double gradient_sum() const { return gradient_sum_; }
  double hessian_sum() const { return hessian_sum_; }
  bool all_zero() const { return gradient_sum_ == 0; }

 private:
  AlignedVector<GradientWord> words_;
  LeafSums total_;
  double gradient_step_ = 1;
  double hessian_step_ = 1;
  double gradient_sum_ = 0;
  double hessian_sum_ = 0;
  double mean_hessian_ = 0;
};

}  // namespace gbrank
