#include "data/binner.h"

#include <algorithm>
#include <cassert>

namespace gbrank {

float bound_between(float low, float high) {
  assert(low < high);
  const auto middle =
      static_cast<float>((static_cast<double>(low) + static_cast<double>(high)) / 2);
  return middle < high ? middle : low;  // neighbours: rounding may reach the upper one
}

std::vector<float> choose_bounds(std::span<const ValueCount> values, std::size_t max_bins) {
  assert(max_bins >= 1 && max_bins <= kMaxValueBins);
  std::vector<float> bounds;
  const auto close_after = [&](std::size_t i) {
    bounds.push_back(bound_between(values[i].value, values[i + 1].value));
  };
  if (values.size() <= max_bins) {
    for (std::size_t i = 0; i + 1 < values.size(); ++i) close_after(i);
    return bounds;
  }

  std::size_t total = 0;
  for (const ValueCount& v : values) total += v.count;
  // A value that would fill two bins has one to itself; the runs of others between such values
  // share what is left, at least one bin a run as long as there are enough.
  const double two_bins = 2 * static_cast<double>(total) / static_cast<double>(max_bins);
  const auto is_frequent = [&](std::size_t i) {
    return static_cast<double>(values[i].count) >= two_bins;
  };
  std::size_t shared_bins = max_bins;
  std::size_t rest = total;
  std::size_t runs = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_frequent(i)) {
      --shared_bins;
      rest -= values[i].count;
    } else if (i == 0 || is_frequent(i - 1)) {
      ++runs;
    }
  }

  std::size_t in_bin = 0;
  for (std::size_t i = 0; i + 1 < values.size() && bounds.size() + 1 < max_bins; ++i) {
    if (is_frequent(i)) {
      close_after(i);
      in_bin = 0;
      continue;
    }
    in_bin += values[i].count;
    const bool run_ends = is_frequent(i + 1);
    bool close = run_ends && shared_bins >= runs;  // otherwise it joins the frequent value
    if (!run_ends && shared_bins > runs) {
      // Close when the bin is full, were the rest spread evenly, or when this end is nearer to full
      // than the next one.
      const double target = static_cast<double>(rest) / static_cast<double>(shared_bins);
      const double with_next = static_cast<double>(in_bin + values[i + 1].count);
      close = static_cast<double>(in_bin) >= target ||
              with_next - target > target - static_cast<double>(in_bin);
    }
    if (run_ends) --runs;
    if (close) {
      close_after(i);
      rest -= in_bin;
      in_bin = 0;
      --shared_bins;
    }
  }
  return bounds;
}

}  // namespace gbrank
