#include "train/quantised_gradients.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gbrank/error.h"

#include "base/parallel.h"

namespace gbrank {
namespace {

static_assert(kWordRows <= kDocumentsMask);

/// Sum and maximum of absolute values.
struct Size {
  double sum = 0;
  double most = 0;

  void add(double x) {
    sum += std::abs(x);
    most = std::max(most, std::abs(x));
  }
  void add(const Size& other) {
    sum += other.sum;
    most = std::max(most, other.most);
  }
};

/// Up to the next number of eight significant bits. The last bits of a sum depend on the order of
/// the rows in the file, and a model should not.
double few_bits(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::ceil(256 * mantissa), exponent - 8);
}

/// The least step in which any kWordRows rows come to at most `most` steps, rounding included; any
/// step where all rows are 0.
double step_for(const Size& size, std::int64_t most) {
  const double largest_sum = std::min(size.sum, static_cast<double>(kWordRows) * size.most);
  const auto room = static_cast<double>(most - static_cast<std::int64_t>(kWordRows));
  // Where the quotient is no normal number, its inverse would not be one either.
  return size.sum == 0 ? 1 : std::max(few_bits(largest_sum / room), 1e-290);
}

}  // namespace

void QuantisedGradients::quantise(std::span<const double> gradient, std::span<const double> hessian,
                                  std::span<const std::uint32_t> rows, int threads) {
  // Blocks of rows that do not depend on the number of threads.
  const std::size_t blocks = (rows.size() + kWordRows - 1) / kWordRows;
  std::vector<Size> gradients(blocks);
  std::vector<Size> hessians(blocks);
  parallel_blocks(threads, rows.size(), kWordRows, [&](std::size_t begin, std::size_t end, int) {
    Size g;
    Size h;
    for (std::size_t i = begin; i < end; ++i) {
      g.add(gradient[rows[i]]);
      h.add(hessian[rows[i]]);
    }
    gradients[begin / kWordRows] = g;
    hessians[begin / kWordRows] = h;
  });
  Size g;
  Size h;
  for (const Size& block : gradients) g.add(block);
  for (const Size& block : hessians) h.add(block);
  // Gains are squares of sums.
  constexpr double kLargest = 1e140;
  if (!(g.sum <= kLargest) || !(h.sum <= kLargest)) {
    throw Error(
        "the gradients are too large: labels or weights too large for this objective, or a "
        "learning rate that is too high");
  }
  const auto count = static_cast<double>(rows.size());
  mean_hessian_ = rows.empty() ? 0 : h.sum / count;
  gradient_sum_ = g.sum;
  hessian_sum_ = h.sum;
  gradient_step_ = step_for(g, kMostGradient);
  hessian_step_ = std::max(step_for(h, kMostHessian),
                           few_bits(h.sum / (static_cast<double>(kMostWideHessian) - count)));

  words_.resize(gradient.size());
  std::vector<LeafSums> sums(blocks);
  const double gradient_scale = 1 / gradient_step_;
  const double hessian_scale = 1 / hessian_step_;
  parallel_blocks(threads, rows.size(), kWordRows, [&](std::size_t begin, std::size_t end, int) {
    GradientWord sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t row = rows[i];
      words_[row] = pack({std::llrint(gradient[row] * gradient_scale),
                          std::llrint(hessian[row] * hessian_scale), 1});
      sum += words_[row];
    }
    sums[begin / kWordRows] = unpack(sum);
  });
  total_ = {};
  for (const LeafSums& block : sums) total_ = total_ + block;
}

}  // namespace gbrank
