#include "train/sides.h"

namespace gbrank {

Sides sides_of(const BinPlace& place, std::uint8_t bin, bool missing_left) {
  const unsigned missing_bin = place.bins - 1U;
  Sides left{};
  unsigned its_bin = 0;
  unsigned below = 0;  // what the columns before it in the byte say
  for (std::uint8_t& goes_left : left) {
    goes_left = its_bin == missing_bin ? missing_left : its_bin <= bin;
    if (++below < place.unit) continue;
    below = 0;
    if (++its_bin == place.bins) its_bin = 0;
  }
  return left;
}

}  // namespace gbrank
