#include "predict/reference.h"

#include <cmath>

namespace gbrank {

std::size_t leaf_of(const Tree& tree, std::span<const float> features) {
  if (tree.nodes() == 0) return 0;
  std::int32_t at = 0;
  do {
    const auto node = static_cast<std::size_t>(at);
    const float value = features[tree.feature[node]];
    const bool left =
        std::isnan(value) ? tree.missing_left[node] != 0 : value <= tree.threshold[node];
    at = left ? tree.left[node] : tree.right[node];
  } while (at >= 0);
  return static_cast<std::size_t>(~at);
}

double reference_score(const Ensemble& ensemble, std::span<const float> features) {
  double sum = ensemble.base_score;
  for (const Tree& tree : ensemble.trees) sum += tree.value[leaf_of(tree, features)];
  return sum;
}

}  // namespace gbrank
