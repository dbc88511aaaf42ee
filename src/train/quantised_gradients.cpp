#include "train/quantised_gradients.h"

#include <cmath>

#include "gbrank/error.h"

#include "base/parallel.h"

namespace gbrank {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 14;

/// Sum of absolute values over rows, by blocks that do not depend on the number of threads.
double absolute_sum(std::span<const double> values, std::span<const std::uint32_t> rows,
                    int threads) {
  std::vector<double> sums((rows.size() + kBlock - 1) / kBlock);
  parallel_blocks(threads, rows.size(), kBlock, [&](std::size_t begin, std::size_t end, int) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += std::abs(values[rows[i]]);
    sums[begin / kBlock] = sum;
  });
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

/// The smallest power of two in which `sum` has at most 2^30 steps, 0 for a sum of 0.
double step_for(double sum) {
  if (sum == 0) return 0;
  int exponent = 0;
  std::frexp(sum, &exponent);  // sum < 2^exponent
  // Beyond these bounds the steps themselves would leave the range of a normal double.
  return std::ldexp(1.0, std::max(exponent - 30, -1000));
}

}  // namespace

void QuantisedGradients::quantise(std::span<const double> gradient, std::span<const double> hessian,
                                  std::span<const std::uint32_t> rows, int threads) {
  packed_.resize(gradient.size());
  const double gradient_sum = absolute_sum(gradient, rows, threads);
  const double hessian_sum = absolute_sum(hessian, rows, threads);
  // Gains are squares of sums.
  constexpr double kLargest = 1e140;
  if (!(gradient_sum <= kLargest) || !(hessian_sum <= kLargest)) {
    throw Error(
        "the gradients are too large: labels or weights too large for this objective, or a "
        "learning rate that is too high");
  }
  mean_hessian_ = rows.empty() ? 0 : hessian_sum / static_cast<double>(rows.size());
  gradient_step_ = step_for(gradient_sum);
  hessian_step_ = step_for(hessian_sum);
  const double gradient_scale = gradient_step_ == 0 ? 0 : 1 / gradient_step_;
  const double hessian_scale = hessian_step_ == 0 ? 0 : 1 / hessian_step_;
  parallel_blocks(threads, rows.size(), kBlock, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t row = rows[i];
      packed_[row] = pack(std::llrint(gradient[row] * gradient_scale),
                          std::llrint(hessian[row] * hessian_scale));
    }
  });
}

}  // namespace gbrank
