#include "train/bag.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "gbrank/model_io.h"
#include "gbrank/predictor.h"

#include "support/random_letor.h"
#include "support/slow_letor.h"

using namespace gbrank;

namespace {

const std::string kText = test::random_letor({.queries = 40, .features = 12, .missing = 0.05});

FitOptions bagged(int bags, const std::string& objective = "lambdarank") {
  FitOptions options;
  options.objective = objective;
  options.trees = 6;
  options.tree.leaves = 6;
  options.tree.min_docs_per_leaf = 20;
  options.bags = bags;
  return options;
}

std::vector<double> predict_all(const Ensemble& ensemble, const std::string& text) {
  const test::SlowLetor slow(text);
  std::vector<double> scores;
  for (std::size_t row = 0; row < slow.rows.size(); ++row) {
    std::vector<float> features(ensemble.features());
    for (std::size_t f = 0; f < features.size(); ++f) features[f] = slow.value(row, f);
    scores.push_back(Predictor(ensemble).score(features));
  }
  return scores;
}

}  // namespace

TEST_CASE("a bag learns from its share of the queries that count, and each from another") {
  const Dataset train = parse_dataset(kText, "text");
  FitOptions options = bagged(4);
  options.query_weights.assign(40, 2);
  options.query_weights[7] = 0;
  options.bag_fraction = 0.6;
  std::set<std::vector<double>> different;
  for (int b = 0; b < 4; ++b) {
    const std::vector<double> weights = weights_of_bag(train, options, b);
    REQUIRE(weights.size() == 40);
    CHECK(std::ranges::count(weights, 2.0) == 23);  // of 39
    CHECK(std::ranges::count(weights, 0.0) == 17);
    CHECK(weights[7] == 0);
    different.insert(weights);
  }
  CHECK(different.size() == 4);
  options.bags = 1;
  CHECK(weights_of_bag(train, options, 0) == options.query_weights);
  CHECK(seed_of_bag(options, 0) == options.seed);
}

TEST_CASE("bags are the mean of models that were fitted alone") {
  const Dataset train = parse_dataset(kText, "text");
  for (const std::string objective : {"lambdarank", "regression"}) {
    for (const double fraction : {1.0, 0.5}) {
      FitOptions options = bagged(3, objective);
      options.query_fraction = fraction;
      const Ensemble bags = fit(train, {}, options);
      REQUIRE(bags.trees.size() == 18);
      std::vector<double> mean(train.rows());
      for (int b = 0; b < 3; ++b) {
        FitOptions alone = options;
        alone.bags = 1;
        alone.query_weights = weights_of_bag(train, options, b);
        alone.seed = seed_of_bag(options, b);
        const Ensemble model = fit(train, {}, alone);
        // Round by round, one tree of each bag after the other.
        for (std::size_t t = 0; t < 6; ++t) {
          CHECK(bags.trees[3 * t + static_cast<std::size_t>(b)].threshold ==
                model.trees[t].threshold);
        }
        const std::vector<double> scores = predict_all(model, kText);
        for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += scores[i] / 3;
      }
      const std::vector<double> scores = predict_all(bags, kText);
      double most = 0;
      for (std::size_t i = 0; i < mean.size(); ++i) {
        most = std::max(most, std::abs(mean[i] - scores[i]));
      }
      CHECK(most < 1e-12);
    }
  }
}

TEST_CASE("bags are the same bytes, side by side or one after the other") {
  const Dataset train = parse_dataset(kText, "text");
  FitOptions options = bagged(3);
  options.threads = 1;
  const std::string one = model_to_text(fit(train, {}, options));
  for (const int threads : {2, 3, 5}) {
    options.threads = threads;
    CHECK(model_to_text(fit(train, {}, options)) == one);
  }
  options.seed = 2;
  CHECK(model_to_text(fit(train, {}, options)) != one);
}

TEST_CASE(
    "metrics of a round are those of the mean, on the training data too, and stopping keeps "
    "whole rounds") {
  const Dataset train = parse_dataset(kText, "text");
  const std::string valid_text = test::random_letor({.features = 12, .missing = 0.1, .seed = 9});
  const Dataset valid[] = {parse_dataset(valid_text, "valid", {}, train.binning())};
  FitOptions options = bagged(3);
  options.trees = 40;
  options.learning_rate = 0.5;  // soon too much
  options.train_metrics = true;
  options.early_stopping = 5;
  std::vector<RoundReport> reports;
  const Ensemble ensemble =
      fit(train, valid, options, [&](const RoundReport& report) { reports.push_back(report); });
  const auto best = static_cast<std::size_t>(reports.back().best_round);
  REQUIRE(best < 40);
  CHECK(reports.size() == best + 5);
  CHECK(ensemble.trees.size() == 3 * best);
  const auto ndcg = [](const Dataset& data, const std::vector<double>& scores) {
    return Evaluator(Metric{}, Convention{}, data.judged_lists()).evaluate(scores).mean;
  };
  CHECK(reports[best - 1].valid_metrics[0][0] == ndcg(valid[0], predict_all(ensemble, valid_text)));
  CHECK(reports[best - 1].train_metrics[0] == ndcg(train, predict_all(ensemble, kText)));
}
