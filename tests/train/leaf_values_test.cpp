#include "train/leaf_values.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "base/random.h"

using namespace gbrank;

namespace {

struct Leaves {
  std::vector<double> gradient;
  std::vector<double> hessian;
  std::vector<std::vector<std::uint32_t>> rows;

  Leaves(std::size_t n, std::size_t leaves, double scale) : rows(leaves) {
    Random random(4);
    for (std::uint32_t i = 0; i < n; ++i) {
      gradient.push_back(scale * (random.uniform() - 0.4) * std::exp(8 * random.uniform()));
      hessian.push_back(scale * random.uniform());
      rows[i % 7 == 0 ? 0 : random.below(leaves)].push_back(i);
    }
  }

  std::vector<double> values(double l2, int threads) const {
    double g = 0;
    double h = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      g += std::abs(gradient[i]);
      h += hessian[i];
    }
    const std::vector<std::span<const std::uint32_t>> spans(rows.begin(), rows.end());
    return leaf_values({gradient, hessian, g, h}, LeafPieces(spans), l2, 0.1, threads);
  }
};

}  // namespace

TEST_CASE("leaves answer with the Newton step of their rows, to the precision of doubles") {
  for (const double scale : {1e-250, 1.0, 1e100}) {
    const Leaves leaves(40000, 5, scale);
    for (const double l2 : {0.0, 3 * scale}) {
      const std::vector<double> values = leaves.values(l2, 2);
      for (std::size_t leaf = 0; leaf < values.size(); ++leaf) {
        long double g = 0;
        long double h = 0;
        for (const std::uint32_t row : leaves.rows[leaf]) {
          g += leaves.gradient[row];
          h += leaves.hessian[row];
        }
        CHECK(values[leaf] ==
              doctest::Approx(static_cast<double>(-g / (h + static_cast<long double>(l2)) * 0.1L))
                  .epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("what a leaf answers depends neither on threads nor on the order of the data's rows") {
  Leaves leaves(30000, 3, 1);
  const std::vector<double> expected = leaves.values(0, 1);
  CHECK(leaves.values(0, 3) == expected);
  std::ranges::reverse(leaves.gradient);
  std::ranges::reverse(leaves.hessian);
  for (std::vector<std::uint32_t>& rows : leaves.rows) {
    std::ranges::reverse(rows);
    for (std::uint32_t& row : rows) row = 29999 - row;
  }
  CHECK(leaves.values(0, 2) == expected);
}

TEST_CASE("pieces of leaves are all their rows, range after range") {
  const Leaves leaves(100000, 6, 1);
  const LeafPieces pieces({leaves.rows.begin(), leaves.rows.end()});
  REQUIRE(pieces.leaves() == 6);
  CHECK(pieces.ranges() > 3);
  for (std::size_t leaf = 0; leaf < 6; ++leaf) {
    std::vector<std::uint32_t> rows;
    for (std::size_t range = 0; range < pieces.ranges(); ++range) {
      const std::span<const std::uint32_t> piece = pieces.rows(range, leaf);
      rows.insert(rows.end(), piece.begin(), piece.end());
      // What is in a range of one leaf is in no other range of another.
      if (range > 0 && !piece.empty()) CHECK(piece.front() > pieces.rows(range - 1, 0).back());
    }
    CHECK(rows == leaves.rows[leaf]);
  }
  CHECK(LeafPieces({{}, {}}).ranges() == 0);
}

TEST_CASE("leaves without gradient, curvature or rows answer 0") {
  const std::vector<double> gradient = {0, 0, 1};
  const std::vector<double> hessian = {1, 1, 0};
  const std::vector<std::uint32_t> rows = {0, 1, 2};
  const std::span all(rows);
  const std::vector<std::span<const std::uint32_t>> leaves = {all.first(2), all.subspan(2, 1), {}};
  const std::vector<double> values =
      leaf_values({gradient, hessian, 1, 2}, LeafPieces(leaves), 0, 1, 1);
  CHECK(values == std::vector<double>{0, 0, 0});
}
