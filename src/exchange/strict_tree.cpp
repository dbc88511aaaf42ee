#include "exchange/strict_tree.h"

#include <cmath>
#include <limits>
#include <utility>

namespace gbrank {

Tree strict_tree(Tree tree) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  for (std::size_t node = 0; node < tree.nodes(); ++node) {
    float& threshold = tree.threshold[node];
    if (threshold < kLargest) {
      threshold = std::nextafterf(threshold, kLargest);
      continue;
    }
    // Only what is missing can go right. No finite number is above all values, but one is below
    // none of them: turn the split round.
    threshold = -kLargest;
    std::swap(tree.left[node], tree.right[node]);
    tree.missing_left[node] = tree.missing_left[node] == 0 ? 1 : 0;
  }
  return tree;
}

}  // namespace gbrank
