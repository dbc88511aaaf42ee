#include "gbrank/ensemble.h"

#include <doctest/doctest.h>

#include "support/small_ensemble.h"

using namespace gbrank;

TEST_CASE("documents of inner nodes are those of the leaves below them") {
  CHECK(node_documents(test::small_ensemble().trees[0]) == std::vector<std::uint64_t>{60, 50});
  CHECK(node_documents(test::small_ensemble().trees[1]).empty());
}

TEST_CASE("importance sums gain, splits and cover of each feature, by falling gain") {
  Ensemble ensemble = test::small_ensemble();
  ensemble.trees.push_back(ensemble.trees[0]);
  ensemble.trees[2].feature = {2, 2};
  const std::vector<FeatureImportance> all = feature_importance(ensemble);
  REQUIRE(all.size() == 3);
  CHECK(all[0].feature == 2);
  CHECK(all[0].gain == 0.125 + 2.5 + 0.125);
  CHECK(all[0].splits == 3);
  CHECK(all[0].cover == 50 + 60 + 50);
  CHECK(all[1].feature == 1);
  CHECK(all[1].cover == 60);
  CHECK(all[2].feature == 0);
  CHECK(all[2].splits == 0);
}

TEST_CASE("features without names are called by LETOR's index") {
  CHECK(default_feature_names(2) == std::vector<std::string>{"f1", "f2"});
}
