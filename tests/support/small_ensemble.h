#pragma once

#include "gbrank/ensemble.h"

namespace gbrank::test {

/// Three features; a tree of three leaves, a tree of one.
///   tree 0:  b <= 0.1 ? 1.5 : (c <= -3e+20 ? -0.25 : 1e-300)     tree 1: 0.5
inline Ensemble small_ensemble() {
  Ensemble ensemble;
  ensemble.base_score = 0.1;
  ensemble.feature_names = {"a", "b \"quoted\" \\", "c"};
  Tree tree;
  tree.feature = {1, 2};
  tree.threshold = {0.1F, -3e20F};
  tree.missing_left = {0, 1};
  tree.left = {~0, ~1};
  tree.right = {1, ~2};
  tree.gain = {2.5, 0.125};
  tree.value = {1.5, -0.25, 1e-300};
  tree.documents = {10, 20, 30};
  ensemble.trees.push_back(tree);
  Tree single;
  single.value = {0.5};
  single.documents = {60};
  ensemble.trees.push_back(single);
  ensemble.training = {"lambdarank", {{"lambdarank-k", "5"}}, {{"trees", "2"}}, 7, 60, 3, 2};
  return ensemble;
}

}  // namespace gbrank::test
