#pragma once

#include <cstddef>
#include <span>

#include "gbrank/ensemble.h"

namespace gbrank {

/// The leaf that a row falls into, as the model file defines it: what every other way of scoring is
/// compared with.
std::size_t leaf_of(const Tree& tree, std::span<const float> features);

double reference_score(const Ensemble& ensemble, std::span<const float> features);

}  // namespace gbrank
