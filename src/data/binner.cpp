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

  std::size_t rest = 0;
  for (const ValueCount& v : values) rest += v.count;
  std::size_t bins_left = max_bins;
  std::size_t in_bin = 0;
  for (std::size_t i = 0; i + 1 < values.size() && bins_left > 1; ++i) {
    in_bin += values[i].count;
    // What a bin should hold if the rest is spread evenly: re-computed at each step, so that a
    // frequent value takes its surplus from nobody.
    const double target = static_cast<double>(rest) / static_cast<double>(bins_left);
    const double with_next = static_cast<double>(in_bin + values[i + 1].count);
    // Close here when the bin is full, or when this end is nearer to full than the next one.
    const bool full = static_cast<double>(in_bin) >= target;
    const bool next_overshoots = with_next - target > target - static_cast<double>(in_bin);
    if (full || next_overshoots) {
      close_after(i);
      rest -= in_bin;
      in_bin = 0;
      --bins_left;
    }
  }
  return bounds;
}

}  // namespace gbrank
