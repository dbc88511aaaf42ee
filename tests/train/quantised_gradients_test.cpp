#include "train/quantised_gradients.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "base/random.h"

using namespace gbrank;

namespace {

std::vector<std::uint32_t> all_rows(std::size_t n) {
  std::vector<std::uint32_t> rows(n);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

}  // namespace

TEST_CASE("sums of quantised gradients are within half a step a row of the exact sums") {
  for (const double tail : {0.0, 6.0, 40.0}) {  // from even to one row that outweighs all others
    Random random(random_key(7, static_cast<int>(tail)));
    const std::size_t n = 5000;
    std::vector<double> gradient(n);
    std::vector<double> hessian(n);
    double sum = 0;
    double absolute = 0;
    double hessians = 0;
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] = (random.uniform() - 0.5) * std::exp(tail * random.uniform());
      hessian[i] = random.uniform();
      sum += gradient[i];
      absolute += std::abs(gradient[i]);
      hessians += hessian[i];
    }
    QuantisedGradients quantised;
    quantised.quantise(gradient, hessian, all_rows(n), 2);
    LeafSums total;
    for (const GradientWord word : quantised.words()) total = total + unpack(word);
    CHECK(total == quantised.total());
    // All rows fit one word, so a step is the sum in the units of its field, rounded up to eight
    // bits.
    const double rows = static_cast<double>(n);
    CHECK(std::abs(quantised.gradient(total) - sum) <=
          0.505 * rows * absolute / static_cast<double>(kMostGradient - 20000));
    CHECK(std::abs(quantised.hessian(total) - hessians) <=
          0.505 * rows * hessians / static_cast<double>(kMostHessian - 20000));
  }
}

TEST_CASE("no rows that share a word can overflow its fields, whatever their sizes") {
  // All of one sign and equal, or a few that outweigh all others.
  const std::size_t n = 100000;
  for (const double size : {1e-280, 1.0, 3.0, 1e130}) {
    for (const std::size_t heavy : {std::size_t{1}, std::size_t{20}, n}) {
      std::vector<double> gradient(n, -size * 1e-4);
      std::vector<double> hessian(n, size * 1e-4);
      std::fill_n(gradient.begin(), heavy, -size);
      std::fill_n(hessian.begin(), heavy, size);
      QuantisedGradients quantised;
      quantised.quantise(gradient, hessian, all_rows(n), 1);
      LeafSums word;
      LeafSums total;
      for (std::size_t i = 0; i < n; ++i) {
        total = total + unpack(quantised.words()[i]);
        if (i < kWordRows) word = word + unpack(quantised.words()[i]);
      }
      CHECK(word.gradient >= -kMostGradient);
      CHECK(word.hessian <= kMostHessian);
      CHECK(total.hessian <= kMostWideHessian);
      // And no field is left half empty by the largest sum that there is.
      if (heavy == n) CHECK(word.gradient < -kMostGradient / 100 * 99 + 40000);
      const double sum =
          size * (static_cast<double>(heavy) + 1e-4 * static_cast<double>(n - heavy));
      CHECK(quantised.gradient(total) == doctest::Approx(-sum).epsilon(0.02));
      CHECK(quantised.hessian(total) == doctest::Approx(sum).epsilon(0.02));
    }
  }
}

TEST_CASE("equal hessians are counted exactly") {
  const std::vector<double> gradient = {1, -1, 0.5};
  const std::vector<double> hessian = {1, 1, 1};
  QuantisedGradients quantised;
  quantised.quantise(gradient, hessian, all_rows(3), 1);
  CHECK(quantised.hessian(quantised.total()) == doctest::Approx(3).epsilon(1e-6));
  CHECK(quantised.gradient(quantised.total()) == doctest::Approx(0.5).epsilon(1e-6));
  CHECK(quantised.total().documents == 3);
}

TEST_CASE("quantising gives the same words for any number of threads") {
  Random random(3);
  std::vector<double> gradient(50000);
  for (double& g : gradient) g = random.uniform() - 0.3;
  const std::vector<double> hessian(gradient.size(), 0.7);
  QuantisedGradients one;
  QuantisedGradients three;
  one.quantise(gradient, hessian, all_rows(gradient.size()), 1);
  three.quantise(gradient, hessian, all_rows(gradient.size()), 3);
  CHECK(std::ranges::equal(one.words(), three.words()));
  CHECK(one.total() == three.total());
}

TEST_CASE("only zero gradients are nothing to learn from") {
  QuantisedGradients quantised;
  quantised.quantise(std::vector<double>{0, 0}, std::vector<double>{1, 1}, all_rows(2), 1);
  CHECK(quantised.all_zero());
  quantised.quantise(std::vector<double>{0, 1e-200}, std::vector<double>{0, 0}, all_rows(2), 1);
  CHECK_FALSE(quantised.all_zero());
}

TEST_CASE("gradients that are not finite are an error") {
  QuantisedGradients quantised;
  const std::vector<double> ones = {1, 1};
  for (const double bad :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(quantised.quantise(std::vector<double>{bad, 1}, ones, all_rows(2), 1), Error);
    CHECK_THROWS_AS(quantised.quantise(ones, std::vector<double>{1, bad}, all_rows(2), 1), Error);
  }
}

TEST_CASE("gradients whose squares would not fit a number are refused") {
  const std::vector<std::uint32_t> rows = {0, 1};
  QuantisedGradients quantised;
  const std::vector<double> one = {1, 1};
  CHECK_THROWS_WITH_AS(quantised.quantise(std::vector<double>{1e155, 0}, one, rows, 1),
                       doctest::Contains("the gradients are too large"), Error);
  CHECK_THROWS_AS(quantised.quantise(one, std::vector<double>{std::nan(""), 0}, rows, 1), Error);
  quantised.quantise(one, std::vector<double>{3, 1}, rows, 1);
  CHECK(quantised.mean_hessian() == 2);
}
