#pragma once

#include <array>
#include <cstddef>

#include "story.h"

namespace gbrank::sample {

inline constexpr std::size_t kFeatures = 45;

/// The columns of a document in the order of datasets/feature-names.txt, before normalisation; NaN
/// where the value is unknown.
std::array<double, kFeatures> features(const Query& query, const Document& document);

}  // namespace gbrank::sample
