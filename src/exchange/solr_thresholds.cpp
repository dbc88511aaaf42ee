#include "exchange/solr_thresholds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gbrank {

std::optional<float> solr_threshold(float threshold, int exponent) {
  const float scaled = std::ldexp(threshold, exponent);
  if (std::isinf(scaled)) {
    // Values that overflow as well are told from those that do not only where none is above.
    using Float = std::numeric_limits<float>;
    if (threshold == Float::max()) return Float::infinity();
    return std::nullopt;
  }
  // If any float32 will do, then the nearest to the difference.
  const float written = scaled - kSolrSlack;
  if (written + kSolrSlack == scaled) return written;
  return std::nullopt;
}

std::optional<int> solr_exponent(std::span<const float> thresholds) {
  constexpr int kMost = 149;  // makes the smallest number 1
  for (int exponent = 0; exponent <= kMost; ++exponent) {
    if (std::ranges::all_of(thresholds,
                            [&](float t) { return solr_threshold(t, exponent).has_value(); })) {
      return exponent;
    }
  }
  return std::nullopt;
}

}  // namespace gbrank
