#include "train/leaf_values.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace gbrank {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 13;

/// A power of two in which `sum` comes to at most 2^61 steps; rounding adds half a step for each of
/// at most 2^30 rows.
int exponent_for(double sum) {
  int exponent = 0;
  std::frexp(sum, &exponent);  // sum < 2^exponent
  return std::max(exponent - 61, -1000);
}

struct Piece {
  std::size_t leaf;
  std::span<const std::uint32_t> rows;
  std::int64_t gradient = 0;
  std::int64_t hessian = 0;
};

}  // namespace

std::vector<double> leaf_values(const RoundGradients& round,
                                std::span<const std::span<const std::uint32_t>> leaf_rows,
                                double l2, double learning_rate, int threads) {
  const int gradient_exponent = exponent_for(round.gradient_sum);
  const int hessian_exponent = exponent_for(round.hessian_sum);
  const double gradient_scale = std::ldexp(1.0, -gradient_exponent);
  const double hessian_scale = std::ldexp(1.0, -hessian_exponent);

  std::vector<Piece> pieces;
  for (std::size_t leaf = 0; leaf < leaf_rows.size(); ++leaf) {
    const std::span<const std::uint32_t> rows = leaf_rows[leaf];
    for (std::size_t at = 0; at < rows.size(); at += kBlock) {
      pieces.push_back({leaf, rows.subspan(at, std::min(kBlock, rows.size() - at))});
    }
  }
  parallel_for(threads, pieces.size(), [&](std::size_t p, int) {
    Piece& piece = pieces[p];
    for (const std::uint32_t row : piece.rows) {
      piece.gradient += std::llrint(round.gradient[row] * gradient_scale);
      piece.hessian += std::llrint(round.hessian[row] * hessian_scale);
    }
  });

  std::vector<std::int64_t> gradient(leaf_rows.size());
  std::vector<std::int64_t> hessian(leaf_rows.size());
  for (const Piece& piece : pieces) {
    gradient[piece.leaf] += piece.gradient;
    hessian[piece.leaf] += piece.hessian;
  }
  std::vector<double> values(leaf_rows.size());
  for (std::size_t leaf = 0; leaf < values.size(); ++leaf) {
    const double g = std::ldexp(static_cast<double>(gradient[leaf]), gradient_exponent);
    const double divisor = std::ldexp(static_cast<double>(hessian[leaf]), hessian_exponent) + l2;
    values[leaf] = divisor > 0 && g != 0 ? -g / divisor * learning_rate : 0;
  }
  return values;
}

}  // namespace gbrank
