#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "gbrank/dataset.h"

namespace gbrank::test {

/// How often each value of a feature occurs; missing values apart.
using Counts = std::map<float, std::size_t>;

/// The bin of a value by the definition alone: how many upper bounds lie below it.
inline std::size_t slow_bin(std::span<const float> bounds, float value) {
  return static_cast<std::size_t>(
      std::count_if(bounds.begin(), bounds.end(), [&](float bound) { return bound < value; }));
}

/// What must hold for the bounds of any data: every one between two neighbouring values, at most
/// `max_bins` bins and none empty, a bin for each value when there are few, and otherwise no bin
/// with more than twice its share unless one value has it alone.
inline void check_bounds(const Counts& counts, std::span<const float> bounds,
                         std::size_t max_bins) {
  REQUIRE(!counts.empty());
  CHECK(bounds.size() + 1 <= max_bins);
  REQUIRE(std::ranges::is_sorted(bounds, std::less_equal<>()));
  std::vector<std::size_t> rows_in(bounds.size() + 1);
  std::vector<std::size_t> values_in(bounds.size() + 1);
  std::size_t rows = 0;
  std::size_t bin = 0;
  for (const auto& [value, count] : counts) {
    while (bin < bounds.size() && bounds[bin] < value) ++bin;
    rows_in[bin] += count;
    ++values_in[bin];
    rows += count;
  }
  for (const float bound : bounds) {
    const auto above = counts.upper_bound(bound);
    REQUIRE(above != counts.begin());
    REQUIRE(above != counts.end());
    REQUIRE(std::prev(above)->first <= bound);  // so it lies in [a, b) of its neighbours
  }
  REQUIRE(std::ranges::find(values_in, 0U) == values_in.end());
  if (counts.size() <= max_bins) CHECK(bounds.size() + 1 == counts.size());
  const double share = static_cast<double>(rows) / static_cast<double>(max_bins);
  for (std::size_t b = 0; b < rows_in.size(); ++b) {
    if (values_in[b] > 1) CHECK(static_cast<double>(rows_in[b]) <= 2 * share);
  }
}

/// Everything but the name.
inline bool same_data(const Dataset& a, const Dataset& b) {
  if (a.rows() != b.rows() || a.binning() != b.binning()) return false;
  for (std::size_t t = 0; t < a.tiles(); ++t) {
    const std::size_t bytes = a.rows() * Dataset::kTileBytes;
    if (!std::equal(a.tile(t), a.tile(t) + bytes, b.tile(t))) return false;
  }
  return a.largest_index() == b.largest_index() && std::ranges::equal(a.labels(), b.labels()) &&
         std::ranges::equal(a.query_offsets(), b.query_offsets()) &&
         std::ranges::equal(a.query_ids(), b.query_ids());
}

}  // namespace gbrank::test
