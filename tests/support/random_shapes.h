#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gbrank/ensemble.h"

#include "base/random.h"

namespace gbrank::test {

/// What random trees look like.
struct EnsembleShape {
  std::size_t features = 5;
  std::size_t trees = 7;
  std::size_t most_leaves = 20;
  /// Thresholds come from this many numbers, so that several splits have the same one.
  std::size_t thresholds = 40;
  /// A missing value goes where 0 would, as in models that never saw one; otherwise anywhere.
  bool missing_is_zero = false;
};

/// Numbers that are hard on comparisons, and ordinary ones.
inline float awkward_number(Random& random, std::size_t thresholds) {
  using Limits = std::numeric_limits<float>;
  constexpr float kSome[] = {
      0.0F,  -0.0F, Limits::denorm_min(), -Limits::min(), Limits::max(), -Limits::max(),
      1e-6F, 0.1F,  16777216.0F,          -1.0F};
  const std::size_t pick = random.below(thresholds);
  if (pick < std::size(kSome)) return kSome[pick];
  return (static_cast<float>(pick) - 0.5F * static_cast<float>(thresholds)) / 8;
}

/// A tree that grows at random leaves, so that some are deep.
inline Tree random_tree(Random& random, const EnsembleShape& shape) {
  Tree tree;
  const std::size_t leaves = 1 + random.below(shape.most_leaves);
  std::vector<std::int32_t*> open;  // where the leaf so far is the child
  for (std::vector<std::int32_t>* children : {&tree.left, &tree.right}) children->reserve(leaves);
  for (std::size_t i = 0; i + 1 < leaves; ++i) {
    if (i > 0) {
      const std::size_t at = random.below(random.below(2) == 0 ? open.size() : 1);
      *open[at] = static_cast<std::int32_t>(i);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
    }
    tree.feature.push_back(static_cast<std::uint32_t>(random.below(shape.features)));
    tree.threshold.push_back(awkward_number(random, shape.thresholds));
    const bool zero_left = 0 <= tree.threshold.back();
    tree.missing_left.push_back((shape.missing_is_zero ? zero_left : random.below(2) == 0) ? 1 : 0);
    tree.gain.push_back(random.uniform());
    for (std::vector<std::int32_t>* children : {&tree.left, &tree.right}) {
      children->push_back(0);
      open.push_back(&children->back());
    }
  }
  for (std::size_t i = 0; i < leaves; ++i) {
    if (leaves > 1) *open[i] = ~static_cast<std::int32_t>(i);
    tree.value.push_back((random.uniform() - 0.5) * std::pow(10, 4 * random.uniform() - 3));
    tree.documents.push_back(static_cast<std::uint32_t>(random.below(100)));
  }
  return tree;
}

inline Ensemble random_ensemble(Random& random, const EnsembleShape& shape) {
  Ensemble ensemble;
  ensemble.base_score = random.uniform() - 0.5;
  ensemble.feature_names = default_feature_names(shape.features);
  for (std::size_t t = 0; t < shape.trees; ++t) {
    ensemble.trees.push_back(random_tree(random, shape));
  }
  check(ensemble);
  return ensemble;
}

/// Rows of values at, just below and just above thresholds, missing ones among them if asked for.
inline std::vector<float> awkward_rows(Random& random, const EnsembleShape& shape, std::size_t rows,
                                       bool with_missing) {
  using Limits = std::numeric_limits<float>;
  std::vector<float> values(rows * shape.features);
  for (float& value : values) {
    value = awkward_number(random, shape.thresholds);
    switch (random.below(with_missing ? 6 : 5)) {
      case 0:
        value = std::nextafterf(value, Limits::max());
        break;
      case 1:
        value = std::nextafterf(value, Limits::lowest());
        break;
      case 2:
        value = 0;
        break;
      case 5:
        value = Limits::quiet_NaN();
        break;
      default:
        break;
    }
  }
  return values;
}

}  // namespace gbrank::test
