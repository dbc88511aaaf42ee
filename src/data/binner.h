#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gbrank {

inline constexpr std::size_t kMaxValueBins = 255;

struct ValueCount {
  float value;
  std::size_t count;
};

/// A float32 b with low <= b < high, near their middle.
float bound_between(float low, float high);

/// The upper bounds of at most `max_bins` bins over distinct ascending values: one bin a value when
/// there are few enough, otherwise bins of about equal counts, a value frequent enough to fill two
/// bins standing alone. One bound fewer than bins; every bound lies between two neighbouring
/// values.
std::vector<float> choose_bounds(std::span<const ValueCount> values, std::size_t max_bins);

}  // namespace gbrank
