#include "exchange/solr_thresholds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gbrank {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

std::optional<float> solr_threshold(float threshold, int exponent) {
  const float scaled = std::ldexp(threshold, exponent);
  if (std::isinf(scaled)) {
    // Values that overflow as well are told from those that do not only where none is above.
    if (threshold == std::numeric_limits<float>::max()) return kInfinity;
    return std::nullopt;
  }
  const float nearest = scaled - kSolrSlack;
  for (const float candidate :
       {nearest, std::nextafterf(nearest, -kInfinity), std::nextafterf(nearest, kInfinity)}) {
    if (candidate + kSolrSlack == scaled) return candidate;
  }
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
