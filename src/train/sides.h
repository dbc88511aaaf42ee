#pragma once

#include <array>
#include <cstdint>

#include "gbrank/dataset.h"

namespace gbrank {

/// For each value of a byte whether a row that has it goes left: 1, or 0.
using Sides = std::array<std::uint8_t, 256>;

/// Those of a split of the column at this place: bins up to `bin` go left.
Sides sides_of(const BinPlace& place, std::uint8_t bin, bool missing_left);

}  // namespace gbrank
