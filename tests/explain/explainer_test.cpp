#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/explain.h"

#include "explain/path_forest.h"
#include "explain/random_covers.h"
#include "support/slow_shapley.h"
#include "support/small_ensemble.h"

namespace gbrank {
namespace {

using test::RandomEnsemble;

std::vector<double> contributions(const Explainer& explainer, const std::vector<float>& row) {
  std::vector<double> result(row.size(), 99);
  explainer.contributions(row, result);
  return result;
}

/// Random ensembles of a shape, and rows for each, against the definition.
void check_against_definition(const RandomEnsemble& shape, double without_documents = 0) {
  CAPTURE(shape.features);
  CAPTURE(shape.leaves);
  CAPTURE(shape.seed);
  const Ensemble ensemble = test::covered_ensemble(shape, without_documents);
  const Explainer explainer(ensemble);
  const auto base = static_cast<double>(test::slow_expectation(ensemble, {}, 0));
  CHECK(std::abs(explainer.base_value() - base) < 1e-14);
  for (const std::vector<float>& row : test::awkward_rows(ensemble, 3, shape.seed)) {
    const std::vector<double> found = contributions(explainer, row);
    const std::vector<double> expected = test::slow_shapley(ensemble, row);
    for (std::size_t f = 0; f < row.size(); ++f) {
      CAPTURE(f);
      CHECK(std::abs(found[f] - expected[f]) < 1e-14);
    }
    const double sum = std::accumulate(found.begin(), found.end(), base);
    CHECK(std::abs(sum - Predictor(ensemble).score(row)) < 1e-14);
  }
}

}  // namespace

TEST_CASE("contributions are the Shapley values of the definition") {
  std::uint64_t seed = 0;
  for (const std::size_t features : {1U, 2U, 3U, 5U, 8U, 10U}) {
    for (const std::size_t leaves : {1U, 2U, 3U, 6U, 20U}) {
      check_against_definition(
          {.features = features, .trees = 4, .leaves = leaves, .seed = ++seed});
    }
  }
}

TEST_CASE("nodes that no training document came to are as the definition has them, too") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    check_against_definition({.features = 5, .trees = 2, .leaves = 20, .seed = seed},
                             seed % 2 == 0 ? 0.3 : 0.9);
  }
}

TEST_CASE("a feature that a path asks again and again is one feature") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    check_against_definition({.features = 2, .trees = 1, .leaves = 60, .seed = seed});
    check_against_definition({.features = 3, .trees = 1, .leaves = 90, .seed = seed}, 0.2);
  }
}

TEST_CASE("a tree of two splits by hand") {
  Ensemble ensemble = test::small_ensemble();
  ensemble.trees.resize(1);  // b <= 0.1 ? 1.5 : (c <= -3e20 ? -0.25 : ...); 10, 20, 30 documents
  ensemble.trees[0].value[2] = 0.5;
  const Explainer explainer(ensemble);
  const double right = (20 * -0.25 + 30 * 0.5) / 50;
  CHECK(explainer.base_value() == doctest::Approx(0.1 + 1.5 / 6 + right * 5 / 6));
  // b is at most 0.1, so c shows only where it is known and b is not: in one order of two.
  const double of_c = (0.5 - right) * 5 / 6 / 2;
  const std::vector<double> found = contributions(explainer, {7, 0, 1});
  CHECK(found[0] == 0);
  CHECK(found[1] == doctest::Approx(0.1 + 1.5 - explainer.base_value() - of_c));
  CHECK(found[2] == doctest::Approx(of_c));
}

TEST_CASE("what no tree asks adds exactly 0, and a tree of one leaf is in the base value") {
  Ensemble ensemble = test::covered_ensemble({.features = 4, .extremes = false});
  ensemble.feature_names = default_feature_names(7);
  const std::vector<double> found = contributions(Explainer(ensemble), {1, 0, 0.5F, 2, 9, 9, 9});
  CHECK(found[1] != 0);
  for (const std::size_t f : {4U, 5U, 6U}) CHECK(found[f] == 0);

  ensemble.trees = {test::small_ensemble().trees[1]};
  const Explainer single(ensemble);
  CHECK(single.base_value() == ensemble.base_score + 0.5);
  CHECK(contributions(single, std::vector<float>(7)) == std::vector<double>(7));
  const Explainer empty{Ensemble{}};
  CHECK(empty.base_value() == 0);
  CHECK(contributions(empty, {}).empty());
}

TEST_CASE("two features in each other's role add the same") {
  Ensemble ensemble = test::covered_ensemble({.features = 4, .trees = 5, .extremes = false});
  for (std::size_t t = 0; t < 5; ++t) {
    Tree mirrored = ensemble.trees[t];
    for (std::uint32_t& feature : mirrored.feature) {
      if (feature == 1 || feature == 2) feature = 3 - feature;
    }
    ensemble.trees.push_back(mirrored);
  }
  const std::vector<double> found = contributions(Explainer(ensemble), {0.5F, 1.25F, 1.25F, 0});
  CHECK(std::abs(found[1]) > 0.01);
  CHECK(found[1] == doctest::Approx(found[2]).epsilon(1e-14));
}

TEST_CASE("rows together are each row alone, for any number of threads and on any processor") {
  const Ensemble ensemble = test::covered_ensemble({.features = 12, .leaves = 30}, 0.1);
  const Explainer explainer(ensemble);
  const std::size_t count = 2 * PathForest::kRowsAtOnce + 13;
  const std::size_t stride = 13;  // one value between the rows
  std::vector<float> rows;
  std::vector<double> expected;
  for (const std::vector<float>& row : test::awkward_rows(ensemble, count, 9)) {
    rows.insert(rows.end(), row.begin(), row.end());
    rows.push_back(1e30F);
    const std::vector<double> alone = contributions(explainer, row);
    expected.insert(expected.end(), alone.begin(), alone.end());
  }
  for (const int threads : {1, 2, 3}) {
    std::vector<double> found(expected.size(), 99);
    explainer.contributions(DenseRows{rows.data(), count, stride}, found, threads);
    CHECK(found == expected);
  }
  for (const PathKernels* kernels : all_path_kernels()) {
    CAPTURE(kernels->name);
    const PathForest forest(ensemble, *kernels);
    REQUIRE(forest.features().size() == 12);
    PathForest::Scratch scratch;
    for (std::size_t i = 0; i < 20; ++i) {
      std::vector<double> found(12);
      forest.explain(std::span(rows).subspan(stride * i, 12), found, scratch);
      CHECK(std::ranges::equal(found, std::span(expected).subspan(12 * i, 12)));
    }
  }
}

}  // namespace gbrank
