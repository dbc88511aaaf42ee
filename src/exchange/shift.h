#pragma once

#include "gbrank/ensemble.h"

namespace gbrank {

/// What must be added to every score so that none can be negative, also where scores are added up
/// in float32; 0 where none can be anyway.
double positive_shift(const Ensemble& ensemble);

}  // namespace gbrank
