#include "train/leaf_values.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/parallel.h"

namespace gbrank {
namespace {

/// A power of two in which `sum` comes to at most 2^61 steps; rounding adds half a step for each of
/// at most 2^30 rows.
int exponent_for(double sum) {
  int exponent = 0;
  std::frexp(sum, &exponent);  // sum < 2^exponent
  return std::max(exponent - 61, -1000);
}

/// Of the rows of a leaf, in steps.
struct Sums {
  std::int64_t gradient = 0;
  std::int64_t hessian = 0;
};

}  // namespace

std::vector<double> leaf_values(const RoundGradients& round, const LeafPieces& pieces, double l2,
                                double learning_rate, int threads) {
  const int gradient_exponent = exponent_for(round.gradient_sum);
  const int hessian_exponent = exponent_for(round.hessian_sum);
  const double gradient_scale = std::ldexp(1.0, -gradient_exponent);
  const double hessian_scale = std::ldexp(1.0, -hessian_exponent);

  std::vector<Sums> sums(pieces.ranges() * pieces.leaves());
  parallel_shares(threads, pieces.ranges(), [&](std::size_t range, int) {
    for (std::size_t leaf = 0; leaf < pieces.leaves(); ++leaf) {
      Sums piece;
      for (const std::uint32_t row : pieces.rows(range, leaf)) {
        piece.gradient += std::llrint(round.gradient[row] * gradient_scale);
        piece.hessian += std::llrint(round.hessian[row] * hessian_scale);
      }
      sums[range * pieces.leaves() + leaf] = piece;
    }
  });

  std::vector<double> values(pieces.leaves());
  for (std::size_t leaf = 0; leaf < values.size(); ++leaf) {
    Sums sum;
    for (std::size_t at = leaf; at < sums.size(); at += pieces.leaves()) {
      sum.gradient += sums[at].gradient;
      sum.hessian += sums[at].hessian;
    }
    const double g = std::ldexp(static_cast<double>(sum.gradient), gradient_exponent);
    const double divisor = std::ldexp(static_cast<double>(sum.hessian), hessian_exponent) + l2;
    values[leaf] = divisor > 0 && g != 0 ? -g / divisor * learning_rate : 0;
  }
  return values;
}

}  // namespace gbrank
