#pragma once

#include <optional>
#include <span>

namespace gbrank {

/// What Solr adds to every threshold that it reads, in float32.
inline constexpr float kSolrSlack = 1e-6F;

/// What to write so that Solr compares a feature times 2^exponent as gbrank compares the feature
/// itself: the same for every finite float32. Nothing where no float32 does that.
std::optional<float> solr_threshold(float threshold, int exponent);

/// The power of two, 0 if possible, by which to multiply a feature so that each of its thresholds
/// can be written; nothing where none will do. Solr's addition leaves gaps where its sum has more
/// digits than its terms: near 0, and just above negative powers of two.
std::optional<int> solr_exponent(std::span<const float> thresholds);

}  // namespace gbrank
