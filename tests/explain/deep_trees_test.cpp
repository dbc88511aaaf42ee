#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/explain.h"

#include "base/random.h"
#include "support/error_of.h"
#include "support/slow_shapley.h"

// Trees that are one long path: deeper than what we train, but other programs' models may have
// them.

namespace gbrank {
namespace {

/// `depth` splits at 0.5, each below the right side of the one before; split i asks feature
/// i % features. The leaf at the end has the number `depth`.
Tree chain(std::size_t depth, std::size_t features) {
  Tree tree;
  for (std::size_t i = 0; i < depth; ++i) {
    const auto node = static_cast<std::int32_t>(i);
    tree.feature.push_back(static_cast<std::uint32_t>(i % features));
    tree.threshold.push_back(0.5F);
    tree.missing_left.push_back(0);
    tree.left.push_back(~node);
    tree.right.push_back(i + 1 < depth ? node + 1 : ~(node + 1));
    tree.gain.push_back(1);
  }
  tree.value.assign(depth + 1, 0);
  tree.documents.assign(depth + 1, 0);
  return tree;
}

Ensemble ensemble_of(const Tree& tree, std::size_t features) {
  Ensemble ensemble;
  ensemble.feature_names = default_feature_names(features);
  ensemble.trees = {tree};
  check(ensemble);
  return ensemble;
}

std::vector<double> contributions(const Explainer& explainer, const std::vector<float>& row) {
  std::vector<double> result(row.size());
  explainer.contributions(row, result);
  return result;
}

/// Shapley values of a chain of different features, leaf by leaf: of the other features on the
/// path, the sets of each size are added up by a recurrence. All its terms are positive.
std::vector<double> slow_chain(const Tree& tree, const std::vector<float>& row) {
  const std::size_t depth = tree.nodes();
  const std::vector<std::uint64_t> documents = node_documents(tree);
  std::vector<long double> result(depth);
  for (std::size_t leaf = 0; leaf <= depth; ++leaf) {
    const std::size_t features = std::min(leaf + 1, depth);
    std::vector<long double> met;
    std::vector<long double> share;
    for (std::size_t i = 0; i < features; ++i) {
      const bool left = i == leaf;
      const long double of_left =
          static_cast<long double>(tree.documents[i]) / static_cast<long double>(documents[i]);
      met.push_back((row[i] <= 0.5F) == left ? 1 : 0);
      share.push_back(left ? of_left : 1 - of_left);
    }
    for (std::size_t i = 0; i < features; ++i) {
      std::vector<long double> by_size = {1};  // of the products over a set and its complement
      for (std::size_t j = 0; j < features; ++j) {
        if (j == i) continue;
        by_size.push_back(0);
        for (std::size_t k = by_size.size(); k-- > 0;) {
          by_size[k] = share[j] * by_size[k] + (k > 0 ? met[j] * by_size[k - 1] : 0);
        }
      }
      long double weight = 1 / static_cast<long double>(features);  // k! (m - k - 1)! / m!
      long double sum = 0;
      for (std::size_t k = 0; k < features; ++k) {
        sum += weight * by_size[k];
        weight *= static_cast<long double>(k + 1) / static_cast<long double>(features - k - 1);
      }
      result[i] += static_cast<long double>(tree.value[leaf]) * (met[i] - share[i]) * sum;
    }
  }
  return {result.begin(), result.end()};
}

}  // namespace

TEST_CASE("a chain of 60 different features has the contributions of a slow recurrence") {
  const std::size_t depth = 60;
  Tree tree = chain(depth, depth);
  Random random(4);
  for (std::size_t i = 0; i <= depth; ++i) {
    tree.value[i] = 2 * random.uniform() - 1;
    tree.documents[i] = 1 + static_cast<std::uint32_t>(random.below(i < depth ? 30 : 2000));
  }
  const Ensemble ensemble = ensemble_of(tree, depth);
  const Explainer explainer(ensemble);
  for (int i = 0; i < 4; ++i) {
    CAPTURE(i);
    std::vector<float> row;
    // Most rows leave the chain early; the first one stays to the end.
    for (std::size_t f = 0; f < depth; ++f) row.push_back(i > 0 && random.below(8) == 0 ? 0 : 1);
    const std::vector<double> found = contributions(explainer, row);
    const std::vector<double> expected = slow_chain(tree, row);
    for (std::size_t f = 0; f < depth; ++f) {
      CAPTURE(f);
      CHECK(std::abs(found[f] - expected[f]) < 1e-14);
    }
    const double sum = std::accumulate(found.begin(), found.end(), explainer.base_value());
    CHECK(std::abs(sum - Predictor(ensemble).score(row)) < 1e-14);
  }
}

TEST_CASE("a conjunction of any number of features parts its value as the formula says") {
  // No training documents: both sides of every split share equally. Of m features that all must be
  // met, each has the same role.
  for (const std::size_t m : {1U, 2U, 3U, 60U, 64U, 65U, 1000U}) {
    CAPTURE(m);
    Tree tree = chain(m, m);
    tree.value[m] = 1;
    const Explainer explainer(ensemble_of(tree, m));
    const auto count = static_cast<double>(m);
    const double base = std::exp2(-count);
    CHECK(explainer.base_value() == base);

    std::vector<float> row(m, 1);
    for (const double x : contributions(explainer, row)) {
      CHECK(x == doctest::Approx((1 - base) / count).epsilon(1e-13));
    }
    // One that fails takes away what it adds where all others are met: in the same orders.
    row[m / 2] = 0;
    const std::vector<double> found = contributions(explainer, row);
    const double of_failed = -(1 - base) / count;
    for (std::size_t f = 0; f < m; ++f) {
      CAPTURE(f);
      const double expected = f == m / 2 ? of_failed : (-base - of_failed) / (count - 1);
      CHECK(found[f] == doctest::Approx(expected).epsilon(1e-13));
    }
  }
}

TEST_CASE("a chain of 3,000 splits on three features has the contributions of the definition") {
  const std::size_t depth = 3000;
  Tree tree = chain(depth, 3);
  Random random(8);
  for (std::size_t i = 0; i <= depth; ++i) {
    tree.value[i] = 2 * random.uniform() - 1;
    tree.documents[i] = static_cast<std::uint32_t>(random.below(30));
    // Thresholds that rise, so that the value that leaves the chain decides where.
    if (i < depth) tree.threshold[i] = static_cast<float>(i);
  }
  const Ensemble ensemble = ensemble_of(tree, 3);
  const Explainer explainer(ensemble);
  const std::vector<float> row = {1500, 2000, 1800};
  CHECK(Predictor(ensemble).score(row) == tree.value[1500]);
  const std::vector<double> found = contributions(explainer, row);
  const std::vector<double> expected = test::slow_shapley(ensemble, row);
  for (std::size_t f = 0; f < 3; ++f) CHECK(std::abs(found[f] - expected[f]) < 1e-14);
  const double sum = std::accumulate(found.begin(), found.end(), explainer.base_value());
  CHECK(std::abs(sum - tree.value[1500]) < 1e-14);
}

TEST_CASE("a path that asks more features than anyone can mean is refused") {
  CHECK(test::error_of([] { Explainer(ensemble_of(chain(16385, 16385), 16385)); }) ==
        "tree 0 asks 16385 different features on one path; contributions are computed for up to "
        "16384");
  CHECK(Explainer(ensemble_of(chain(20000, 50), 50)).base_value() == 0);
}

}  // namespace gbrank
