#include "data/binner.h"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"
#include "data/bin_checks.h"

namespace gbrank {
namespace {

using test::check_bounds;
using test::Counts;
using test::slow_bin;

constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kSmallest = std::numeric_limits<float>::denorm_min();

std::vector<ValueCount> value_counts(const Counts& counts) {
  std::vector<ValueCount> values;
  for (const auto& [value, count] : counts) values.push_back({value, count});
  return values;
}

Counts equally_often(std::size_t distinct, std::size_t each) {
  Counts counts;
  for (std::size_t i = 0; i < distinct; ++i) counts[static_cast<float>(i)] = each;
  return counts;
}

/// Values of one of several shapes: spread evenly, over all magnitudes, rounded, mostly zero.
float random_value(Random& random, int shape) {
  const double u = random.uniform();
  switch (shape) {
    case 0:
      return static_cast<float>(u);
    case 1:
      return static_cast<float>((u - 0.5) * std::exp(160 * (random.uniform() - 0.5)));
    case 2:
      return static_cast<float>(std::floor(-100 * std::log(1 - u)));
    default:
      return u < 0.7 ? 0.0F : static_cast<float>(random.uniform() - 0.3);
  }
}

}  // namespace

TEST_CASE("a bound lies in [low, high), near the middle where there is one") {
  CHECK(bound_between(1, 2) == 1.5F);
  CHECK(bound_between(-3, 1) == -1);
  CHECK(bound_between(-kLargest, kLargest) == 0);
  CHECK(bound_between(kLargest / 2, kLargest) > kLargest / 2);
  Random random(random_key(31));
  std::vector<float> lows = {
      0, kSmallest, -kSmallest, 1, -1, 16777215, std::nextafter(kLargest, 0.0F)};
  for (int i = 0; i < 1000; ++i) lows.push_back(random_value(random, 1));
  for (const float low : lows) {
    float high = low;
    for (int steps = 1; steps <= 3; ++steps) {
      high = std::nextafter(high, kLargest);
      if (high == low) break;
      const float bound = bound_between(low, high);
      REQUIRE(low <= bound);
      REQUIRE(bound < high);
    }
  }
}

TEST_CASE("few distinct values have a bin each, however often they occur") {
  CHECK(choose_bounds({}, 10).empty());
  CHECK(choose_bounds(value_counts({{7, 100}}), 10).empty());
  CHECK(choose_bounds(value_counts({{0, 1000000}, {1, 1}, {3, 1}}), 3) ==
        std::vector<float>{0.5F, 2});
  const std::vector<float> bounds = choose_bounds(value_counts(equally_often(255, 3)), 255);
  REQUIRE(bounds.size() == 254);
  for (std::size_t i = 0; i < bounds.size(); ++i) CHECK(bounds[i] == static_cast<float>(i) + 0.5F);
}

TEST_CASE("neighbouring float32 values are told apart") {
  Counts counts;
  float value = 1;
  for (int i = 0; i < 200; ++i) {
    counts[value] = 1;
    value = std::nextafter(value, kLargest);
  }
  check_bounds(counts, choose_bounds(value_counts(counts), 255), 255);
  check_bounds(counts, choose_bounds(value_counts(counts), 10), 10);
}

TEST_CASE("many values that are equally frequent fall into bins of equal size") {
  CHECK(choose_bounds(value_counts(equally_often(12, 5)), 4) ==
        std::vector<float>{2.5F, 5.5F, 8.5F});
  CHECK(choose_bounds(value_counts(equally_often(5, 1)), 1).empty());
  // 1000 values in 255 bins: 3 or 4 in each.
  const Counts counts = equally_often(1000, 2);
  const std::vector<float> bounds = choose_bounds(value_counts(counts), 255);
  CHECK(bounds.size() == 254);
  std::vector<int> values_in(255);
  for (const auto& [value, count] : counts) ++values_in.at(slow_bin(bounds, value));
  for (const int n : values_in) CHECK((n == 3 || n == 4));
}

TEST_CASE(
    "a value that fills two bins stands alone, and all others share what bins are left evenly") {
  Counts counts = equally_often(100, 10);
  counts[40.5F] = 100000;
  counts[70] = 100000;
  const std::vector<float> bounds = choose_bounds(value_counts(counts), 10);
  REQUIRE(bounds.size() == 9);
  std::vector<std::vector<float>> members(10);
  for (const auto& [value, count] : counts) members.at(slow_bin(bounds, value)).push_back(value);
  int alone = 0;
  for (const std::vector<float>& bin : members) {
    if (bin.size() == 1 && (bin[0] == 40.5F || bin[0] == 70)) ++alone;
  }
  CHECK(alone == 2);
  // 99 values in the other 8 bins, though all of them together are far from a tenth of the rows.
  for (const std::vector<float>& bin : members) CHECK(bin.size() <= 15);
}

TEST_CASE("a frequent value costs the others no bins, whether it is the lowest or the highest") {
  for (const float frequent : {-1.0F, 5000.0F}) {
    Counts counts = equally_often(3000, 1);
    counts[frequent] = 3000;
    CHECK(choose_bounds(value_counts(counts), 255).size() == 254);
  }
}

TEST_CASE("random values: bounds between neighbours, few bins, none over twice its share") {
  Random random(random_key(32));
  for (int trial = 0; trial < 60; ++trial) {
    const int shape = trial % 4;
    const std::size_t rows = 1 + random.below(4000);
    Counts counts;
    for (std::size_t i = 0; i < rows; ++i) ++counts[random_value(random, shape)];
    for (const std::size_t max_bins : {2U, 3U, 16U, 100U, 255U}) {
      CAPTURE(shape);
      CAPTURE(rows);
      CAPTURE(max_bins);
      check_bounds(counts, choose_bounds(value_counts(counts), max_bins), max_bins);
    }
  }
}

TEST_CASE("random counts of all sizes: the same properties, and heavy values stand alone") {
  Random random(random_key(33));
  for (int trial = 0; trial < 100; ++trial) {
    Counts counts;
    std::size_t rows = 0;
    const std::size_t distinct = 2 + random.below(600);
    for (std::size_t i = 0; i < distinct; ++i) {
      const auto count = static_cast<std::size_t>(std::exp(8 * random.uniform()));
      counts[static_cast<float>(i)] = count;
      rows += count;
    }
    for (const std::size_t max_bins : {2U, 20U, 255U}) {
      const std::vector<float> bounds = choose_bounds(value_counts(counts), max_bins);
      check_bounds(counts, bounds, max_bins);
      const std::size_t heavy = 2 * (rows / max_bins + 1);
      if (max_bins == 2) continue;
      for (const auto& [value, count] : counts) {
        if (count < heavy) continue;
        const std::size_t bin = slow_bin(bounds, value);
        if (value > 0) CHECK(slow_bin(bounds, value - 1) != bin);
        if (value + 1 < static_cast<float>(distinct)) CHECK(slow_bin(bounds, value + 1) != bin);
      }
    }
  }
}

}  // namespace gbrank
