#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gbrank {

/// Gradient and hessian of a document, or their sums over many, as fixed-point numbers in one word:
/// the gradient signed in the upper 32 bits, the hessian unsigned in the lower 32. One integer add
/// adds both, and integer sums do not depend on their order: this is what makes a model the same
/// bytes for any number of threads.
using PackedSum = std::int64_t;

constexpr PackedSum pack(std::int64_t gradient, std::int64_t hessian) {
  return static_cast<PackedSum>((static_cast<std::uint64_t>(gradient) << 32) +
                                static_cast<std::uint64_t>(hessian));
}
constexpr std::int64_t packed_gradient(PackedSum sum) { return sum >> 32; }
constexpr std::int64_t packed_hessian(PackedSum sum) { return sum & 0xffffffff; }

/// The gradients of a round in fixed point.
///
/// The steps are powers of two, chosen so that the absolute values of all rows together come to at
/// most 2^30 steps. Rounding moves a row by at most half a step, so any sum over any set of rows is
/// within 2^30 + rows / 2: for up to 2^30 rows, the most that a Dataset has, below 2^31, which
/// fits 32 signed bits. No histogram cell,
/// leaf or difference of them can overflow, and nothing needs to be checked or flushed on the way.
/// The mean absolute gradient of n rows gets 2^29 / n steps or more: 2,000 for a quarter million
/// rows.
class QuantisedGradients {
 public:
  /// Quantises the given rows (ascending); others are left as they are.
  void quantise(std::span<const double> gradient, std::span<const double> hessian,
                std::span<const std::uint32_t> rows, int threads);

  const PackedSum* data() const { return packed_.data(); }
  double gradient(PackedSum sum) const {
    return static_cast<double>(packed_gradient(sum)) * gradient_step_;
  }
  double hessian(PackedSum sum) const {
    return static_cast<double>(packed_hessian(sum)) * hessian_step_;
  }
  /// Over the rows that were quantised: the scale of this round's hessians.
  double mean_hessian() const { return mean_hessian_; }
  bool all_zero() const { return gradient_step_ == 0; }

 private:
  std::vector<PackedSum> packed_;  // one a row of the data
  double gradient_step_ = 0;       // 0: every gradient is zero
  double hessian_step_ = 0;
  double mean_hessian_ = 0;
};

}  // namespace gbrank
