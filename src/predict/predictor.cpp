#include "gbrank/predictor.h"

#include <cassert>
#include <cmath>

#include "base/parallel.h"

namespace gbrank {
namespace {

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

}  // namespace

double Predictor::score(std::span<const float> features) const {
  assert(features.size() == this->features());
  double sum = ensemble_.base_score;
  for (const Tree& tree : ensemble_.trees) sum += tree.value[leaf_of(tree, features)];
  return sum;
}

void Predictor::leaves(std::span<const float> features, std::span<std::uint32_t> leaves) const {
  assert(features.size() == this->features() && leaves.size() == ensemble_.trees.size());
  for (std::size_t t = 0; t < leaves.size(); ++t) {
    leaves[t] = static_cast<std::uint32_t>(leaf_of(ensemble_.trees[t], features));
  }
}

void Predictor::score_rows(std::span<const float> rows, std::span<double> scores,
                           int threads) const {
  assert(rows.size() == scores.size() * features());
  constexpr std::size_t kBlock = 256;
  parallel_blocks(threads, scores.size(), kBlock, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      scores[i] = score(rows.subspan(i * features(), features()));
    }
  });
}

}  // namespace gbrank
