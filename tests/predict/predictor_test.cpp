#include "gbrank/predictor.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "base/random.h"
#include "support/small_ensemble.h"

using namespace gbrank;

namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();

double score(const Ensemble& ensemble, std::vector<float> row) {
  return Predictor(ensemble).score(row);
}

}  // namespace

TEST_CASE("a value at the threshold goes left, one float above it right") {
  const Ensemble ensemble = test::small_ensemble();
  CHECK(score(ensemble, {9, 0.1F, 0}) == 0.1 + 1.5 + 0.5);
  CHECK(score(ensemble, {9, std::nextafterf(0.1F, 1), -3e20F}) == 0.1 - 0.25 + 0.5);
  CHECK(score(ensemble, {9, 1, 0}) == 0.1 + 1e-300 + 0.5);
}

TEST_CASE("a missing value goes where the split says") {
  const Ensemble ensemble = test::small_ensemble();
  CHECK(score(ensemble, {kNan, kNan, 0}) == 0.1 + 1e-300 + 0.5);
  CHECK(score(ensemble, {0, kNan, kNan}) == 0.1 - 0.25 + 0.5);
}

TEST_CASE("the leaf of each tree is told") {
  const Ensemble ensemble = test::small_ensemble();
  const auto leaves = [&](std::vector<float> row) {
    std::vector<std::uint32_t> result(2, 9);
    Predictor(ensemble).leaves(row, result);
    return result;
  };
  using Leaves = std::vector<std::uint32_t>;
  CHECK(leaves({9, 0.1F, 0}) == Leaves{0, 0});
  CHECK(leaves({9, 1, -3e20F}) == Leaves{1, 0});
  CHECK(leaves({9, 1, 0}) == Leaves{2, 0});
}

TEST_CASE("an ensemble without trees answers its base score") {
  Ensemble ensemble;
  ensemble.base_score = 4.5;
  CHECK(score(ensemble, {}) == 4.5);
}

TEST_CASE("scores of many rows are those of each row, for any number of threads") {
  const Ensemble ensemble = test::small_ensemble();
  Random random(2);
  std::vector<float> rows(3 * 1000);
  for (float& value : rows) value = static_cast<float>(random.uniform() - 0.5);
  std::vector<double> expected;
  for (std::size_t i = 0; i < 1000; ++i) {
    expected.push_back(Predictor(ensemble).score(std::span(rows).subspan(3 * i, 3)));
  }
  for (const int threads : {1, 2, 3}) {
    std::vector<double> scores(1000);
    Predictor(ensemble).score(DenseRows{rows.data(), 1000, 3}, scores, threads);
    CHECK(scores == expected);
  }
}
