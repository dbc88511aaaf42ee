#include "data/feature_summary.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"
#include "data/bin_checks.h"

namespace gbrank {
namespace {

using test::check_bounds;
using test::Counts;

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

using Row = std::vector<std::pair<std::uint32_t, float>>;

void add_row(FeatureSummary& summary, const Row& row, bool sampled = true) {
  summary.begin_row(sampled);
  for (const auto& [index, value] : row) summary.add(index, value);
}

Binning bins_of(const std::vector<Row>& rows, std::size_t max_bins = 255) {
  FeatureSummary summary(max_bins);
  for (const Row& row : rows) add_row(summary, row);
  return summary.choose_bins(1);
}

using Bounds = std::vector<float>;

}  // namespace

TEST_CASE("distinct values are those of a set, until there are too many") {
  Random random(random_key(41));
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t limit = 1 + random.below(300);
    const std::uint64_t range = 1 + random.below(2 * limit);
    DistinctValues left(limit);
    DistinctValues right(limit);
    std::set<float> expected;
    for (std::uint64_t i = random.below(1500); i > 0; --i) {
      const float value = static_cast<float>(random.below(range)) / 7 - 3;
      expected.insert(value);
      (i % 2 == 0 ? left : right).add(value);
    }
    left.merge(right);
    CHECK(left.too_many() == (expected.size() > limit));
    if (expected.size() <= limit) {
      CHECK(left.sorted() == std::vector<float>(expected.begin(), expected.end()));
    } else {
      left.add(1000);
      CHECK(left.too_many());
    }
  }
}

TEST_CASE("a feature that is not written has the value 0") {
  const Binning bins = bins_of({{{1, 5}}, {}, {{2, -1}, {1, 3}}});
  CHECK(bins.features == 2);
  REQUIRE(bins.columns.size() == 2);
  CHECK(bins.columns[0].upper_bounds == Bounds{1.5F, 4});
  CHECK(bins.columns[1].upper_bounds == Bounds{-0.5F});
  // Written in every row: no 0.
  CHECK(bins_of({{{1, 5}}, {{1, 3}}}).columns[0].upper_bounds == Bounds{4});
}

TEST_CASE("absent zeros weigh as much as written ones among many values") {
  std::vector<Row> absent;
  std::vector<Row> written;
  Counts counts;
  for (int i = -100; i < 300; ++i) {
    absent.push_back(i % 2 == 0 ? Row{} : Row{{1, static_cast<float>(i)}});
    written.push_back({{1, i % 2 == 0 ? 0.0F : static_cast<float>(i)}});
    ++counts[written.back()[0].second];
  }
  const Binning bins = bins_of(absent, 8);
  CHECK((bins == bins_of(written, 8)));
  const Bounds& bounds = bins.columns.at(0).upper_bounds;
  check_bounds(counts, bounds, 8);
  CHECK(bounds.size() == 7);
  // Half of the rows: zero has a bin of its own.
  CHECK(std::ranges::count_if(bounds, [](float b) { return b >= -1 && b < 1; }) == 2);
}

TEST_CASE("a zero among values of one sign stands at its end") {
  for (const float sign : {1.0F, -1.0F}) {
    std::vector<Row> rows(200);
    for (int i = 1; i <= 200; ++i) rows.push_back({{1, sign * static_cast<float>(i)}});
    const Bounds bounds = bins_of(rows, 5).columns.at(0).upper_bounds;
    REQUIRE(bounds.size() >= 3);
    CHECK((sign > 0 ? bounds.front() : bounds.back()) == sign * 0.5F);
  }
}

TEST_CASE("missing values are counted apart: they make no value and take no room") {
  std::vector<Row> rows;
  Counts counts;
  for (int i = 0; i < 1000; ++i) {
    const auto value = static_cast<float>(i);
    rows.push_back({{1, i % 10 == 0 ? value : kMissing}, {2, value}});
    if (i % 10 == 0) ++counts[value];
  }
  const Binning bins = bins_of(rows, 10);
  REQUIRE(bins.columns.size() == 2);
  CHECK(bins.columns[0].has_missing);
  CHECK_FALSE(bins.columns[1].has_missing);
  CHECK(bins.columns[0].upper_bounds.size() == 9);
  check_bounds(counts, bins.columns[0].upper_bounds, 10);
}

TEST_CASE("a feature that is the same in every row has no column but counts as a feature") {
  const Binning bins = bins_of(
      {{{1, 4}, {2, 0}, {4, kMissing}, {3, 1}, {9, 0}}, {{1, 4}, {4, kMissing}, {3, kMissing}}});
  CHECK(bins.features == 9);
  REQUIRE(bins.columns.size() == 1);  // a value or missing can be told apart
  CHECK(bins.columns[0].feature == 2);
  CHECK(bins.columns[0].upper_bounds.empty());
  CHECK(bins.columns[0].has_missing);
  CHECK(bins.columns[0].missing_bin() == 1);
}

TEST_CASE("absent and missing are two things") {
  const Binning bins = bins_of({{{1, kMissing}}, {}});
  REQUIRE(bins.columns.size() == 1);
  CHECK(bins.columns[0].value_bins() == 1);
  CHECK(bins.columns[0].has_missing);
}

TEST_CASE("distinct values count in every row, quantiles only in the sampled ones") {
  FeatureSummary summary(4);
  for (int i = 0; i < 1000; ++i) {
    const auto value = static_cast<float>(i);
    const bool sampled = i >= 500 && i < 900;
    add_row(summary, {{1, value}, {2, i == 0 ? 7.0F : 1.0F}, {3, sampled ? value : kMissing}},
            sampled);
  }
  const Binning bins = summary.choose_bins(1);
  REQUIRE(bins.columns.size() == 3);
  CHECK(bins.columns[0].upper_bounds == Bounds{599.5F, 699.5F, 799.5F});
  CHECK(bins.columns[1].upper_bounds == Bounds{4});
  CHECK(bins.columns[2].upper_bounds == Bounds{599.5F, 699.5F, 799.5F});
  CHECK(bins.columns[2].has_missing);
}

TEST_CASE("summaries of parts merge to the bins of the whole, in any order") {
  Random random(random_key(42));
  for (int trial = 0; trial < 8; ++trial) {
    const std::size_t max_bins = 2 + random.below(40);
    FeatureSummary whole(max_bins);
    std::vector<FeatureSummary> parts(4, FeatureSummary(max_bins));
    // How many different values a feature has: from fewer than bins to more.
    const std::vector<std::uint64_t> ranges = {1, 2, max_bins, max_bins + 1, 1000};
    for (int i = 0; i < 400; ++i) {
      Row row;
      for (std::uint32_t f = 0; f < 25; ++f) {
        if (random.below(3) == 0) continue;
        const bool missing = f % 2 == 1 && random.below(4) == 0;
        const auto value = static_cast<float>(random.below(ranges[f % 5])) - 1;
        row.emplace_back(3 * f + 1, missing ? kMissing : value);
      }
      const bool sampled = random.below(10) != 0;
      add_row(whole, row, sampled);
      add_row(parts[random.below(3)], row, sampled);  // the fourth part has no rows
    }
    const Binning expected = whole.choose_bins(1);
    CHECK(expected.columns.size() >= 20);
    CHECK((expected == whole.choose_bins(3)));
    std::vector<std::size_t> order = {0, 1, 2, 3};
    do {
      std::vector<FeatureSummary> copies = parts;
      for (std::size_t i = 1; i < 4; ++i) copies[order[0]].merge(std::move(copies[order[i]]));
      CHECK((expected == copies[order[0]].choose_bins(1)));
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

}  // namespace gbrank
