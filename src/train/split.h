#pragma once

#include <cstdint>

#include "train/gradient_word.h"

namespace gbrank {

/// Values in bins 0 to `bin` of the column go left, the others right.
struct Split {
  double gain = 0;  // 0: no split
  std::uint32_t column = 0;
  std::uint8_t bin = 0;
  bool missing_left = false;
  LeafSums left;
};

}  // namespace gbrank
