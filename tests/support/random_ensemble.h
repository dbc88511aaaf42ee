#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "gbrank/ensemble.h"

#include "base/random.h"

namespace gbrank::test {

struct RandomEnsemble {
  std::size_t features = 6;
  std::size_t trees = 20;
  std::size_t leaves = 12;       // at most, of a tree; some have one
  bool missing_is_zero = false;  // missing values go where 0 does, or anywhere
  bool extremes = true;          // thresholds among the smallest numbers, and beside the largest
  std::uint64_t seed = 1;
};

/// Numbers at which comparisons go wrong: zeros, the largest, powers of two; with extremes the
/// smallest, too, and what lies around one in a million.
inline std::vector<float> awkward_floats(bool extremes) {
  using Float = std::numeric_limits<float>;
  std::vector<float> values = {0.0F, -0.0F, 1.0F,    -1.0F, 0.1F,   -0.1F,       0.5F,
                               2.0F, 3e-5F, 100.25F, 1e20F, -1e20F, Float::max()};
  if (!extremes) return values;
  for (const float tiny :
       {Float::denorm_min(), Float::min(), 1e-40F, 1e-20F, 1e-8F, 1e-6F, 1.7e-6F, 3.5e-6F, 1e-5F}) {
    values.insert(values.end(), {tiny, -tiny});
  }
  values.push_back(-Float::max());
  return values;
}

/// Trees of random shapes, one leaf to many, with thresholds that are awkward numbers or their
/// neighbours, and leaf values of all sizes.
inline Ensemble random_ensemble(const RandomEnsemble& shape) {
  Random random(random_key(shape.seed, 77));
  const std::vector<float> thresholds = awkward_floats(shape.extremes);
  Ensemble ensemble;
  ensemble.base_score = random.below(2) == 0 ? 0 : random.uniform() - 0.5;
  ensemble.feature_names = default_feature_names(shape.features);
  for (std::size_t t = 0; t < shape.trees; ++t) {
    Tree tree;
    const std::size_t leaves = 1 + random.below(shape.leaves);
    tree.value.resize(leaves);
    tree.documents.assign(leaves, 1);
    for (double& value : tree.value) {
      value = (random.uniform() - 0.5) * std::exp2(static_cast<double>(random.below(9)) - 6);
    }
    // Each further leaf splits one that is there already.
    std::vector<std::int32_t*> places;
    const std::size_t nodes = leaves - 1;
    tree.left.resize(nodes);
    tree.right.resize(nodes);
    std::int32_t root = 0;
    places.push_back(&root);
    for (std::size_t node = 0; node < nodes; ++node) {
      std::swap(places[random.below(places.size())], places.back());
      *places.back() = static_cast<std::int32_t>(node);
      places.back() = &tree.left[node];
      places.push_back(&tree.right[node]);
      float threshold = thresholds[random.below(thresholds.size())];
      const bool extreme = threshold == 0 || std::abs(threshold) > 1e38F;
      const std::uint64_t step = extreme && !shape.extremes ? 0 : random.below(4);
      if (step == 1) threshold = std::nextafterf(threshold, 0);
      if (step == 2 && std::abs(threshold) < 1e38F) threshold = std::nextafterf(threshold, 1e38F);
      tree.feature.push_back(static_cast<std::uint32_t>(random.below(shape.features)));
      tree.threshold.push_back(threshold);
      const bool left = shape.missing_is_zero ? 0 <= threshold : random.below(2) == 0;
      tree.missing_left.push_back(left ? 1 : 0);
      tree.gain.push_back(1);
    }
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
      *places[leaf] = ~static_cast<std::int32_t>(leaf);
    }
    ensemble.trees.push_back(std::move(tree));
  }
  check(ensemble);
  return ensemble;
}

/// Rows of values that decide: thresholds of the ensemble and their neighbours, awkward numbers and
/// missing ones.
inline std::vector<std::vector<float>> awkward_rows(const Ensemble& ensemble, std::size_t count,
                                                    std::uint64_t seed) {
  Random random(random_key(seed, 78));
  std::vector<std::vector<float>> pools(ensemble.features(), awkward_floats(true));
  for (const Tree& tree : ensemble.trees) {
    for (std::size_t node = 0; node < tree.nodes(); ++node) {
      const float t = tree.threshold[node];
      std::vector<float>& pool = pools[tree.feature[node]];
      pool.push_back(t);
      if (std::abs(t) < 3e38F) {
        pool.insert(pool.end(), {std::nextafterf(t, -1e38F), std::nextafterf(t, 1e38F)});
      }
    }
  }
  std::vector<std::vector<float>> rows(count);
  for (std::vector<float>& row : rows) {
    for (const std::vector<float>& pool : pools) {
      row.push_back(random.below(8) == 0 ? std::numeric_limits<float>::quiet_NaN()
                                         : pool[random.below(pool.size())]);
    }
  }
  return rows;
}

/// The rows as LETOR text, ten to a query.
inline std::string letor_text(const std::vector<std::vector<float>>& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("{} qid:{}", i % 3, i / 10 + 1);
    for (std::size_t f = 0; f < rows[i].size(); ++f) {
      text += std::isnan(rows[i][f]) ? fmt::format(" {}:NaN", f + 1)
                                     : fmt::format(" {}:{}", f + 1, rows[i][f]);
    }
    text += '\n';
  }
  return text;
}

/// The rows as LightGBM sees them: what is nearer to 0 than 1e-35 is 0.
inline std::vector<std::vector<float>> lightgbm_rows(std::vector<std::vector<float>> rows) {
  for (std::vector<float>& row : rows) {
    for (float& value : row) value = std::abs(value) <= 1e-35F ? 0 : value;
  }
  return rows;
}

}  // namespace gbrank::test
