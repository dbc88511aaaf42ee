#pragma once

#include <cstddef>
#include <vector>

#include "gbrank/ensemble.h"

namespace gbrank {

/// Walks a tree from the root, left before right, without recursion: a tree may be as deep as it
/// has leaves. Calls visitor.node(node, depth, side), visitor.leaf(leaf, depth, side), and
/// visitor.leave(node, depth) after both children; side is 'L' or 'R', and ' ' for the root.
template <typename Visitor>
void walk(const Tree& tree, Visitor&& visitor) {
  struct Step {
    std::int32_t child;
    std::size_t depth;
    char side;
    bool leaving;
  };
  std::vector<Step> stack{{tree.nodes() == 0 ? ~0 : 0, 0, ' ', false}};
  while (!stack.empty()) {
    const Step step = stack.back();
    stack.pop_back();
    if (step.child < 0) {
      visitor.leaf(static_cast<std::size_t>(~step.child), step.depth, step.side);
      continue;
    }
    const auto node = static_cast<std::size_t>(step.child);
    if (step.leaving) {
      visitor.leave(node, step.depth);
      continue;
    }
    visitor.node(node, step.depth, step.side);
    stack.push_back({step.child, step.depth, step.side, true});
    stack.push_back({tree.right[node], step.depth + 1, 'R', false});
    stack.push_back({tree.left[node], step.depth + 1, 'L', false});
  }
}

}  // namespace gbrank
