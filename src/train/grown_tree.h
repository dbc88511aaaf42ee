#pragma once

#include <cstdint>
#include <vector>

#include "gbrank/ensemble.h"

namespace gbrank {

/// A tree together with its splits in terms of bins, for data that has the same bins.
struct GrownTree {
  Tree tree;
  std::vector<std::uint32_t> column;  // one an inner node
  std::vector<std::uint8_t> bin;
};

}  // namespace gbrank
