#include "objective/training_discount.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace gbrank;

namespace {

std::vector<double> discounts(double alpha, std::size_t cutoff, std::size_t n) {
  TrainingDiscount discount(alpha, cutoff);
  discount.prepare(n + 5);
  std::vector<double> by_rank(n, -77.0);
  discount.write(by_rank);
  return by_rank;
}

}  // namespace

TEST_CASE("training discount: logarithmic, a line, and the half turn of the first") {
  const std::vector<double> log = discounts(1, 0, 4);
  const std::vector<double> line = discounts(0, 0, 4);
  const std::vector<double> turned = discounts(-1, 0, 4);
  for (std::size_t r = 0; r < 4; ++r) {
    CHECK(log[r] == doctest::Approx(1 / std::log2(static_cast<double>(r) + 2)));
    CHECK(line[r] == doctest::Approx(1 - static_cast<double>(r) / 3));
    CHECK(turned[r] == doctest::Approx(1 - log[3 - r]));
    CHECK(discounts(0.25, 0, 4)[r] == doctest::Approx(0.25 * log[r] + 0.75 * line[r]));
    CHECK(discounts(-0.25, 0, 4)[r] == doctest::Approx(0.25 * turned[r] + 0.75 * line[r]));
  }
  // Steepest at the top, even, steepest at the bottom.
  CHECK(log[0] - log[1] > log[2] - log[3]);
  CHECK(turned[0] - turned[1] < turned[2] - turned[3]);
  CHECK(turned[3] == 0);
}

TEST_CASE("training discount: past the cut-off there is none") {
  CHECK(discounts(1, 2, 4) == std::vector<double>{1, discounts(1, 0, 4)[1], 0, 0});
  CHECK(discounts(0, 9, 3) == std::vector<double>{1, 0.5, 0});
}
