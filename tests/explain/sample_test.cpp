#include "support/sample.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/dataset.h"
#include "gbrank/explain.h"
#include "gbrank/fit.h"

#include "support/slow_letor.h"

namespace gbrank {

TEST_CASE("contributions of a fitted ranker and the base value add up to each score") {
  FitOptions options;
  options.trees = 60;
  options.tree.leaves = 63;
  options.tree.min_docs_per_leaf = 3;
  const Ensemble ensemble = fit(read_dataset(test::sample().train_gz), {}, options);
  const Explainer explainer(ensemble);
  const Predictor predictor(ensemble);

  const auto dense_rows = [&](const std::string& text) {
    const test::SlowLetor letor(text);
    std::vector<float> rows;
    for (std::size_t i = 0; i < letor.rows.size(); ++i) {
      for (std::size_t f = 0; f < ensemble.features(); ++f) rows.push_back(letor.value(i, f));
    }
    return rows;
  };
  const auto explained = [&](const std::vector<float>& rows) {
    std::vector<double> contributions(rows.size());
    explainer.contributions(DenseRows{rows.data(), rows.size() / 45, 45}, contributions);
    return contributions;
  };
  REQUIRE(ensemble.features() == 45);
  const std::vector<float> test_rows = dense_rows(test::sample().test_text);
  const std::vector<double> found = explained(test_rows);
  for (std::size_t i = 0; i < found.size() / 45; ++i) {
    const auto begin = found.begin() + static_cast<std::ptrdiff_t>(45 * i);
    const double sum = std::accumulate(begin, begin + 45, explainer.base_value());
    CHECK(std::abs(sum - predictor.score(std::span(test_rows).subspan(45 * i, 45))) < 1e-12);
  }

  // All queries were used, so the leaves' counts are those of the training rows, and the base value
  // is their mean score.
  const std::vector<float> train_rows = dense_rows(test::sample().train_text);
  std::vector<double> scores(train_rows.size() / 45);
  predictor.score(DenseRows{train_rows.data(), scores.size(), 45}, scores);
  const double mean =
      std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
  CHECK(explainer.base_value() == doctest::Approx(mean).epsilon(1e-12));
}

}  // namespace gbrank
