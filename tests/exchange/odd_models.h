#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "gbrank/ensemble.h"

#include "base/random.h"
#include "support/dense_rows.h"

namespace gbrank::test {

/// Thresholds where comparisons of other programs go wrong, if they do.
inline const float kEdges[] = {0.0F,
                               -0.0F,
                               1.0F,
                               -1.0F,
                               0.1F,
                               5.0F,
                               100000.0F,
                               1e10F,
                               16777216.0F,
                               std::numeric_limits<float>::denorm_min(),
                               -std::numeric_limits<float>::denorm_min(),
                               std::numeric_limits<float>::min(),
                               -std::numeric_limits<float>::min(),
                               1e-40F,
                               std::numeric_limits<float>::max(),
                               -std::numeric_limits<float>::max()};

struct OddShape {
  std::size_t trees = 20;
  std::size_t leaves = 12;
  std::size_t features = 6;
  float least = 0;  // thresholds nearer to 0 than this become 0.5
  std::uint64_t seed = 1;
};

/// Trees grown at random, with thresholds at the edges and between, missing values to both sides,
/// every second leaf of some trees as deep as it goes, and single leaves.
inline Ensemble odd_ensemble(const OddShape& shape) {
  Random random(random_key(shape.seed));
  Ensemble ensemble;
  ensemble.base_score = random.uniform() - 0.5;
  ensemble.feature_names = default_feature_names(shape.features);
  for (std::size_t t = 0; t < shape.trees; ++t) {
    Tree tree;
    const std::size_t leaves = t % 7 == 6 ? 1 : shape.leaves;
    const auto add_leaf = [&] {
      tree.value.push_back(2 * random.uniform() - 1);
      tree.documents.push_back(static_cast<std::uint32_t>(1 + random.below(1000)));
    };
    add_leaf();
    std::vector<std::pair<std::size_t, bool>> parent(1);  // of each leaf, and its side
    while (tree.leaves() < leaves) {
      const std::size_t leaf =
          t % 3 == 0 ? tree.leaves() - 1 : static_cast<std::size_t>(random.below(tree.leaves()));
      const std::size_t node = tree.nodes();
      if (node > 0) {
        (parent[leaf].second ? tree.right : tree.left)[parent[leaf].first] =
            static_cast<std::int32_t>(node);
      }
      float threshold = random.below(2) == 0 ? kEdges[random.below(std::size(kEdges))]
                                             : static_cast<float>(4 * random.uniform() - 2);
      if (std::abs(threshold) < shape.least) threshold = 0.5F;
      tree.feature.push_back(static_cast<std::uint32_t>(random.below(shape.features)));
      tree.threshold.push_back(threshold);
      tree.missing_left.push_back(static_cast<std::uint8_t>(random.below(2)));
      tree.gain.push_back(random.uniform() * 10);
      tree.left.push_back(~static_cast<std::int32_t>(leaf));
      tree.right.push_back(~static_cast<std::int32_t>(tree.leaves()));
      parent[leaf] = {node, false};
      parent.emplace_back(node, true);
      add_leaf();
    }
    ensemble.trees.push_back(tree);
  }
  check(ensemble);
  return ensemble;
}

/// Rows of the values of an ensemble's thresholds, their neighbours, others and missing ones.
inline DenseRows odd_rows(const Ensemble& ensemble, std::size_t rows, float least = 0) {
  Random random(random_key(99));
  std::vector<float> values(std::begin(kEdges), std::end(kEdges));
  for (const Tree& tree : ensemble.trees) {
    values.insert(values.end(), tree.threshold.begin(), tree.threshold.end());
  }
  for (std::size_t i = values.size(); i-- > 0;) {
    for (const float towards : {-HUGE_VALF, HUGE_VALF}) {
      const float neighbour = std::nextafterf(values[i], towards);
      if (std::isfinite(neighbour)) values.push_back(neighbour);
    }
  }
  for (float& value : values) {
    if (std::abs(value) < least) value = 0;
  }
  DenseRows data;
  data.columns = ensemble.features();
  for (std::size_t i = 0; i < rows * data.columns; ++i) {
    data.values.push_back(random.below(4) == 0 ? std::nanf("")
                                               : values[random.below(values.size())]);
  }
  return data;
}

}  // namespace gbrank::test
