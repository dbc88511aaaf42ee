#include "train/quantised_gradients.h"

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

TEST_CASE("a packed word keeps gradient and hessian apart through adds and subtractions") {
  const PackedSum a = pack(-5, 7);
  const PackedSum b = pack(3, 4000000000);
  CHECK(packed_gradient(a) == -5);
  CHECK(packed_hessian(a) == 7);
  CHECK(packed_gradient(a + b) == -2);
  CHECK(packed_hessian(a + b) == 4000000007);
  CHECK(packed_gradient((a + b) - b) == -5);
  CHECK(packed_hessian((a + b) - b) == 7);
  CHECK(packed_gradient(pack(-2147483647, 4294967295)) == -2147483647);
}

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
    PackedSum total = 0;
    for (std::size_t i = 0; i < n; ++i) total += quantised.data()[i];
    // A step is at most 2^-29 of the absolute sum.
    const double bound = 0.5 * static_cast<double>(n) * absolute * 0x1.0p-29;
    CHECK(std::abs(quantised.gradient(total) - sum) <= bound);
    CHECK(std::abs(quantised.hessian(total) - hessians) <=
          0.5 * static_cast<double>(n) * hessians * 0x1.0p-29);
  }
}

TEST_CASE("no subset of rows can overflow, whatever their sizes") {
  // All of one sign and equal: the sum of all rows is as large as it can get.
  const std::size_t n = 100000;
  for (const double size : {1e-300, 1.0, 3.0, 1e130}) {
    const std::vector<double> gradient(n, -size);
    const std::vector<double> hessian(n, size);
    QuantisedGradients quantised;
    quantised.quantise(gradient, hessian, all_rows(n), 1);
    PackedSum total = 0;
    for (std::size_t i = 0; i < n; ++i) total += quantised.data()[i];
    CHECK(quantised.gradient(total) ==
          doctest::Approx(-size * static_cast<double>(n)).epsilon(1e-3));
    CHECK(quantised.hessian(total) == doctest::Approx(size * static_cast<double>(n)).epsilon(1e-3));
  }
}

TEST_CASE("equal hessians of one are exact, so that they count documents") {
  const std::vector<double> gradient = {1, -1, 0.5};
  const std::vector<double> hessian = {1, 1, 1};
  QuantisedGradients quantised;
  quantised.quantise(gradient, hessian, all_rows(3), 1);
  const PackedSum* packed = quantised.data();
  CHECK(quantised.hessian(packed[0] + packed[1] + packed[2]) == 3);
  CHECK(quantised.gradient(packed[0] + packed[1] + packed[2]) == 0.5);
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
  CHECK(std::equal(one.data(), one.data() + gradient.size(), three.data()));
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
