#include "experiment/fit_key.h"

#include <functional>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "support/letor_folds.h"

namespace gbrank::test {
namespace {

Folds small_folds(const TemporaryFolder& folder, int bins) {
  FoldSource source;
  source.path = folder.write("all.txt", random_letor({.queries = 9, .documents = 6}));
  source.folds = 3;
  source.read = {bins, 1};
  return read_folds(source);
}

}  // namespace

TEST_CASE("whatever changes a fit changes its key, and what does not leaves it") {
  const TemporaryFolder folder;
  const Folds folds = small_folds(folder, 255);
  const Folds fewer_bins = small_folds(folder, 9);
  using Change = std::function<void(FitOptions&)>;
  const std::vector<Change> changes = {
      [](FitOptions&) {},
      [](FitOptions& o) { o.objective = "regression"; },
      [](FitOptions& o) { o.objective_options["lambdarank-k"] = "7"; },
      [](FitOptions& o) { o.trees = 7; },
      [](FitOptions& o) { o.learning_rate = 0.1 + 1e-16; },
      [](FitOptions& o) { o.tree.leaves = 7; },
      [](FitOptions& o) { o.tree.max_depth = 7; },
      [](FitOptions& o) { o.tree.min_docs_per_leaf = 7; },
      [](FitOptions& o) { o.tree.min_hessian = 7; },
      [](FitOptions& o) { o.tree.l2 = 7; },
      [](FitOptions& o) { o.tree.leaf = LeafRule::kMean; },
      [](FitOptions& o) { o.feature_fraction = 0.7; },
      [](FitOptions& o) { o.query_fraction = 0.7; },
      [](FitOptions& o) { o.bags = 7; },
      [](FitOptions& o) {
        o.bags = 7;
        o.bag_fraction = 0.7;
      },
      [](FitOptions& o) { o.metrics = {parse_metric("map")}; },
      [](FitOptions& o) { o.convention = find_convention("letor3"); },
      [](FitOptions& o) { o.convention.gain = Gain::kLinear; },
      [](FitOptions& o) { o.convention.discount = Discount::kLetor; },
      [](FitOptions& o) { o.convention.no_relevant = NoRelevant::kOne; },
      [](FitOptions& o) { o.convention.ties = Ties::kWorst; },
      [](FitOptions& o) { o.convention.short_lists = ShortLists::kLetor4; },
      [](FitOptions& o) { o.convention.relevant_label = 2; },
      [](FitOptions& o) { o.early_stopping = 7; },
      [](FitOptions& o) {
        o.query_weights = {1, 2, 3};
      },
      [](FitOptions& o) { o.seed = 7; },
  };
  std::set<std::string> keys;
  for (std::size_t c = 0; c < changes.size(); ++c) {
    FitOptions options;
    changes[c](options);
    CAPTURE(c);
    CHECK(keys.insert(fit_key(folds.folds[0], options)).second);
  }
  CHECK(keys.insert(fit_key(folds.folds[1], {})).second);
  CHECK(keys.insert(fit_key(fewer_bins.folds[0], {})).second);

  FitOptions same;
  same.threads = 7;
  same.loss_every = 7;
  same.objective_options["lambdarank-k"] = "0";  // its default
  CHECK(keys.contains(fit_key(folds.folds[0], same)));
}

}  // namespace gbrank::test
