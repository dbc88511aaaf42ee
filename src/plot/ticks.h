#pragma once

#include <string>
#include <vector>

#include "plot/axis.h"

namespace gbrank {

struct Tick {
  double at;
  std::string text;
};

/// Round numbers along an axis, about `most` and never more than `most` + 1: multiples of 1, 2 or 5
/// times a power of ten, on a logarithmic axis powers of ten and, where there is room, what lies
/// between. `whole`: whole numbers only.
std::vector<Tick> ticks_of(const Axis& axis, int most, bool whole = false);

}  // namespace gbrank
