#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gbrank/dataset.h"

#include "train/grown_tree.h"
#include "train/sides.h"

namespace gbrank {

/// Tells the leaves that rows of binned data fall in. The data, whose bins are those that the tree
/// was grown with, must stay.
class LeafFinder {
 public:
  LeafFinder(const Dataset& data, const GrownTree& grown);

  std::size_t leaf_of(std::size_t row) const {
    std::int32_t at = root_;
    while (at >= 0) {
      const Node& node = nodes_[static_cast<std::size_t>(at)];
      at = node.next[node.sides[node.lane[row * Dataset::kTileBytes]]];
    }
    return static_cast<std::size_t>(~at);
  }

 private:
  struct Node {
    const std::uint8_t* lane;
    std::int32_t next[2];  // right, left; ~leaf
    Sides sides;
  };

  std::vector<Node> nodes_;
  std::int32_t root_;
};

}  // namespace gbrank
