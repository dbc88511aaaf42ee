#include "metric/list_metrics.h"

#include <doctest/doctest.h>

namespace gbrank {
namespace {

using doctest::Approx;

const std::vector<std::uint32_t> kNoTies = {1, 2, 3, 4};
const std::vector<std::uint32_t> kTwoTies = {2, 4};

}  // namespace

TEST_CASE("averaging a tie leaves its sum and documents that stand alone") {
  std::vector<double> values = {7, 1, 3, 0.1};
  average_ties(values, std::vector<std::uint32_t>{1, 3, 4});
  CHECK(values == std::vector<double>{7, 2, 2, 0.1});
}

TEST_CASE("the mean of equal values is that value to the last bit") {
  std::vector<double> values(7, 0.1);
  average_ties(values, std::vector<std::uint32_t>{7});
  CHECK(values == std::vector<double>(7, 0.1));
}

TEST_CASE("the discounted sum goes as far as gains and discounts both do") {
  const std::vector<double> three = {1, 2, 3};
  const std::vector<double> two = {1, 0.5};
  CHECK(discounted_sum(three, two) == 2);
  CHECK(discounted_sum(two, three) == 2);
  CHECK(discounted_sum({}, two) == 0);
}

TEST_CASE("values past the cut-off do not count, ties or not") {
  const std::vector<double> relevant = {0, 1, 1, 1};
  std::vector<double> scratch;
  CHECK(sum_of_precisions(relevant, kNoTies, 1) == 0);
  CHECK(sum_of_precisions(relevant, kNoTies, 2) == 0.5);
  CHECK(reciprocal_rank(relevant, kNoTies, 1) == 0);
  CHECK(reciprocal_rank(relevant, kNoTies, 2) == 0.5);
  const std::vector<double> satisfied = {0, 0.5, 0.25, 0.75};
  CHECK(expected_reciprocal_rank(satisfied, kNoTies, 2, scratch) == 0.25);
  CHECK(expected_reciprocal_rank(satisfied, kNoTies, 3, scratch) == Approx(0.25 + 0.125 / 3));

  // Half of the first place, then the second tie for certain: cut-offs within and between ties.
  CHECK(sum_of_precisions(relevant, kTwoTies, 1) == 0.5);
  CHECK(sum_of_precisions(relevant, kTwoTies, 2) == 0.75);
  CHECK(reciprocal_rank(relevant, kTwoTies, 1) == 0.5);
  CHECK(reciprocal_rank(relevant, kTwoTies, 2) == 0.75);
  CHECK(reciprocal_rank(std::vector<double>{0, 0, 1, 1}, kTwoTies, 2) == 0);
  CHECK(expected_reciprocal_rank(satisfied, kTwoTies, 1, scratch) == 0.25);
  CHECK(expected_reciprocal_rank(satisfied, kTwoTies, 2, scratch) == 0.375);
  // Half is left after the first tie, and the third place satisfies half of the time.
  CHECK(expected_reciprocal_rank(satisfied, kTwoTies, 3, scratch) == Approx(0.375 + 0.25 / 3));
}

}  // namespace gbrank
