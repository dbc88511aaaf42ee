#include "gbrank/fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/error.h"
#include "gbrank/model_io.h"
#include "gbrank/predictor.h"

#include "support/random_letor.h"
#include "support/slow_letor.h"

using namespace gbrank;

namespace {

const std::string kTrainText = test::random_letor({.queries = 30, .features = 20, .missing = 0.05});

FitOptions small_fit(const std::string& objective) {
  FitOptions options;
  options.objective = objective;
  options.trees = 12;
  options.tree.leaves = 8;
  return options;
}

double ndcg(const Dataset& data, std::span<const double> scores) {
  return Evaluator(Metric{}, Convention{}, data.judged_lists()).evaluate(scores).mean;
}

/// Scores of the raw rows, parsed by another parser than the one under test.
std::vector<double> predict_all(const Ensemble& ensemble, const std::string& text) {
  const test::SlowLetor slow(text);
  std::vector<double> scores;
  const Predictor predictor(ensemble);
  for (std::size_t row = 0; row < slow.rows.size(); ++row) {
    std::vector<float> features(ensemble.features());
    for (std::size_t f = 0; f < features.size(); ++f) features[f] = slow.value(row, f);
    scores.push_back(predictor.score(features));
  }
  return scores;
}

}  // namespace

TEST_CASE("the model is the same bytes for 1, 2 and 3 threads, with and without samples") {
  const Dataset train = parse_dataset(kTrainText, "text");
  for (const std::string objective : {"regression", "lambdarank"}) {
    for (const double fraction : {1.0, 0.5}) {
      FitOptions options = small_fit(objective);
      options.query_fraction = options.feature_fraction = fraction;
      options.threads = 1;
      const std::string one = model_to_text(fit(train, {}, options));
      for (const int threads : {2, 3}) {
        options.threads = threads;
        CHECK(model_to_text(fit(train, {}, options)) == one);
      }
      options.seed = 2;
      // Regression has nothing random but its samples; lambdarank breaks ties at random.
      if (objective == "lambdarank" || fraction < 1) {
        CHECK(model_to_text(fit(train, {}, options)) != one);
      }
    }
  }
}

TEST_CASE("what training believes of its scores is what the finished model predicts") {
  const Dataset train = parse_dataset(kTrainText, "text");
  const Dataset valid[] = {
      parse_dataset(test::random_letor({.features = 22, .missing = 0.1, .seed = 9}), "valid", {},
                    train.binning())};
  for (const double fraction : {1.0, 0.4}) {
    FitOptions options = small_fit("lambdarank");
    options.query_fraction = fraction;
    options.train_metrics = true;
    RoundReport last{};
    const Ensemble ensemble =
        fit(train, valid, options, [&](const RoundReport& report) { last = report; });
    CHECK(ndcg(train, predict_all(ensemble, kTrainText)) == last.train_metrics.front());
    const std::string valid_text = test::random_letor({.features = 22, .missing = 0.1, .seed = 9});
    CHECK(ndcg(valid[0], predict_all(ensemble, valid_text)) == last.valid_metrics[0][0]);
  }
}

TEST_CASE("both objectives learn: the loss falls every round and the ranking gets good") {
  const Dataset train = parse_dataset(kTrainText, "text");
  for (const std::string objective : {"regression", "lambdarank"}) {
    FitOptions options = small_fit(objective);
    options.trees = 40;
    std::vector<double> losses;
    const Ensemble ensemble =
        fit(train, {}, options, [&](const RoundReport& report) { losses.push_back(report.loss); });
    REQUIRE(losses.size() == 40);
    if (objective == "regression") CHECK(std::ranges::is_sorted(losses, std::greater<>()));
    CHECK(losses.back() < 0.8 * losses.front());
    CHECK(ndcg(train, predict_all(ensemble, kTrainText)) > 0.8);
    CHECK(ndcg(train, std::vector<double>(train.rows())) < 0.5);
  }
}

TEST_CASE("the loss is computed in the rounds that loss_every divides and in the last one") {
  const Dataset train = parse_dataset(kTrainText, "text");
  const auto losses = [&](int every, std::vector<Tree>& trees) {
    FitOptions options = small_fit("lambdarank");
    options.loss_every = every;
    std::vector<double> all;
    trees = fit(train, {}, options, [&](const RoundReport& report) {
              all.push_back(report.loss);
            }).trees;
    return all;
  };
  std::vector<Tree> trees;
  const std::vector<double> every_round = losses(1, trees);
  REQUIRE(every_round.size() == 12);
  for (const int every : {0, 5, 100}) {
    std::vector<Tree> same_trees;
    const std::vector<double> some = losses(every, same_trees);
    CHECK(same_trees == trees);
    for (std::size_t i = 0; i < 12; ++i) {
      CAPTURE(i);
      const bool wanted = every > 0 && ((i + 1) % static_cast<std::size_t>(every) == 0 || i == 11);
      CHECK(std::isnan(some[i]) == !wanted);
      if (wanted) CHECK(some[i] == every_round[i]);
    }
  }
}

TEST_CASE("regression starts from the mean label, and one full step fits the leaf means") {
  const Dataset train = parse_dataset("3 qid:1 1:1\n1 qid:1 1:1\n8 qid:1 1:5\n", "text");
  FitOptions options = small_fit("regression");
  options.trees = 1;
  options.learning_rate = 1;
  options.tree.min_docs_per_leaf = 1;
  for (const LeafRule rule : {LeafRule::kNewton, LeafRule::kMean}) {
    options.tree.leaf = rule;
    const Ensemble ensemble = fit(train, {}, options);
    CHECK(ensemble.base_score == 4);
    REQUIRE(ensemble.trees.size() == 1);
    CHECK(ensemble.trees[0].threshold == std::vector<float>{3});
    const std::vector<float> low = {1};
    const std::vector<float> high = {5};
    CHECK(Predictor(ensemble).score(low) == doctest::Approx(2));
    CHECK(Predictor(ensemble).score(high) == doctest::Approx(8));
  }
}

TEST_CASE("a mean leaf is the mean negative gradient, whatever the hessians") {
  const Dataset train = parse_dataset(kTrainText, "text");
  FitOptions options = small_fit("lambdarank");
  options.trees = 1;
  options.learning_rate = 1;
  const Ensemble newton = fit(train, {}, options);
  options.tree.leaf = LeafRule::kMean;
  const Ensemble mean = fit(train, {}, options);
  // LambdaRank's gradients of a query sum to zero, and so do leaf means weighted by documents.
  const auto weighted_sum = [](const Tree& tree) {
    double sum = 0;
    for (std::size_t i = 0; i < tree.leaves(); ++i) sum += tree.value[i] * tree.documents[i];
    return sum;
  };
  CHECK(weighted_sum(mean.trees[0]) == doctest::Approx(0).epsilon(1e-4));
  CHECK(std::abs(weighted_sum(newton.trees[0])) > 0.1);
}

TEST_CASE("early stopping keeps the best round of the first metric on the first validation set") {
  const Dataset train = parse_dataset(kTrainText, "text");
  std::vector<Dataset> valid;
  for (const std::uint64_t seed : {5U, 6U}) {
    valid.push_back(parse_dataset(test::random_letor({.queries = 8, .features = 20, .seed = seed}),
                                  "valid", {}, train.binning()));
  }
  FitOptions options = small_fit("lambdarank");
  options.trees = 200;
  options.early_stopping = 5;
  options.metrics = {parse_metric("ndcg@3"), parse_metric("map")};
  std::vector<double> values;
  const Ensemble ensemble = fit(train, valid, options, [&](const RoundReport& report) {
    REQUIRE(report.valid_metrics.size() == 2);
    REQUIRE(report.valid_metrics[0].size() == 2);
    values.push_back(report.valid_metrics[0][0]);
  });
  const auto best = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin()) + 1;
  CHECK(values.size() < 200);
  CHECK(values.size() == best + 5);
  CHECK(ensemble.trees.size() == best);
  CHECK(ensemble.training.best_round == best);
}

TEST_CASE("without early stopping every tree is kept and the best round is only recorded") {
  const Dataset train = parse_dataset(kTrainText, "text");
  std::vector<Dataset> valid;
  valid.push_back(parse_dataset(kTrainText, "valid", {}, train.binning()));
  FitOptions options = small_fit("lambdarank");
  const Ensemble ensemble = fit(train, valid, options);
  CHECK(ensemble.trees.size() == 12);
  CHECK(ensemble.training.best_round > 0);
}

TEST_CASE("limits on leaves hold in every tree") {
  const Dataset train = parse_dataset(kTrainText, "text");
  FitOptions options = small_fit("lambdarank");
  options.tree.leaves = 6;
  options.tree.min_docs_per_leaf = 60;
  options.tree.max_depth = 3;
  for (const Tree& tree : fit(train, {}, options).trees) {
    CHECK(tree.leaves() <= 6);
    for (const std::uint32_t documents : tree.documents) CHECK(documents >= 60);
    CHECK(std::accumulate(tree.documents.begin(), tree.documents.end(), 0U) == train.rows());
  }
}

TEST_CASE("labels that say nothing of order end a lambdarank fit at once, and it says so") {
  const Dataset train = parse_dataset("1 qid:1 1:1\n1 qid:1 1:2\n0 qid:2 1:3\n", "text");
  FitOptions options = small_fit("lambdarank");
  int rounds = 0;
  const Ensemble ensemble = fit(train, {}, options, [&](const RoundReport& report) {
    ++rounds;
    CHECK(report.nothing_to_learn);
  });
  CHECK(rounds == 1);
  CHECK(ensemble.trees.empty());
}

TEST_CASE("data without a feature to split on gives constant scores, not a crash") {
  const Dataset train = parse_dataset("1 qid:1 1:5\n0 qid:1 1:5\n", "text");
  CHECK(train.columns() == 0);
  const Ensemble ensemble = fit(train, {}, small_fit("lambdarank"));
  const std::vector<float> row = {5};
  CHECK(std::isfinite(Predictor(ensemble).score(row)));
}

TEST_CASE("options out of their range are errors that name them") {
  const Dataset train = parse_dataset("1 qid:1 1:5\n0 qid:1 1:5\n", "text");
  const auto message = [&](auto change) -> std::string {
    FitOptions options;
    change(options);
    try {
      fit(train, {}, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  const double nan = std::nan("");
  CHECK(message([](auto& o) { o.trees = 0; }).starts_with("trees is 0"));
  CHECK(message([&](auto& o) { o.learning_rate = nan; }).starts_with("learning-rate is nan"));
  CHECK(message([](auto& o) { o.tree.leaves = 1; }).starts_with("leaves is 1"));
  CHECK(message([](auto& o) { o.tree.min_docs_per_leaf = 0; }).starts_with("min-docs-per-leaf"));
  CHECK(message([&](auto& o) { o.tree.l2 = nan; }).starts_with("l2 is nan"));
  CHECK(message([](auto& o) { o.query_fraction = 0; }).starts_with("query-fraction is 0"));
  CHECK(message([](auto& o) { o.feature_fraction = 1.5; }).starts_with("feature-fraction is 1.5"));
  CHECK(message([](auto& o) { o.objective = "lamdarank"; }) ==
        "unknown objective 'lamdarank', did you mean lambdarank?");
  CHECK(message([](auto& o) {
          o.objective_options["lambdarank-k"] = "x";
        }).starts_with("lambdarank-k is 'x'"));
  CHECK(message([](auto& o) { o.objective_options["lambdarank-q"] = "1"; }) ==
        "objective lambdarank has no option lambdarank-q, did you mean lambdarank-k?");
  CHECK(message([](auto& o) { o.feature_names = {"a"}; }) == "no error");
}

TEST_CASE("too few feature names are an error, more than the data has are features too") {
  const Dataset train = parse_dataset("1 qid:1 1:5 2:1\n0 qid:1 1:5\n", "text");
  FitOptions options = small_fit("regression");
  options.feature_names = {"only"};
  CHECK_THROWS_WITH_AS(fit(train, {}, options), "found 1 feature name, the data has 2 features",
                       Error);
  options.feature_names = {"a", "b", "c"};
  CHECK(fit(train, {}, options).features() == 3);
}

TEST_CASE("a validation set in which no query counts is an error") {
  const Dataset train = parse_dataset(kTrainText, "text");
  std::vector<Dataset> valid;
  valid.push_back(parse_dataset("0 qid:1 1:1\n", "valid", {}, train.binning()));
  CHECK_THROWS_WITH_AS(fit(train, valid, small_fit("lambdarank")),
                       "valid: no query counts for ndcg@10", Error);
}

TEST_CASE("every objective splits on a list of thousands, however small its hessians are") {
  const std::string text = test::random_letor({.queries = 1, .documents = 3000, .features = 4});
  const Dataset train = parse_dataset(text, "text");
  for (const ObjectiveInfo& info : objectives()) {
    FitOptions options;
    options.objective = info.name;
    options.trees = 3;
    if (info.name == "softndcg") options.objective_options = {{"softndcg-rank", "normal"}};
    CAPTURE(info.name);
    for (const Tree& tree : fit(train, {}, options).trees) CHECK(tree.nodes() > 0);
  }
}

TEST_CASE("weights that would make gains infinite are an error, not a model") {
  const Dataset train = parse_dataset(kTrainText, "text");
  FitOptions options = small_fit("lambdarank");
  options.query_weights.assign(train.queries(), 1e154);
  CHECK_THROWS_WITH_AS(fit(train, {}, options), doctest::Contains("the gradients are too large"),
                       Error);
}

TEST_CASE("data with the bins of other data may have missing values where that had none") {
  const Dataset whole = parse_dataset(test::random_letor({.features = 20}), "text");
  const std::string holes = test::random_letor({.queries = 30, .features = 20, .missing = 0.3});
  const Dataset train = parse_dataset(holes, "text", {}, whole.binning());
  FitOptions options = small_fit("lambdarank");
  options.tree.min_docs_per_leaf = 10;
  const Ensemble model = fit(train, {}, options);
  // What training saw is what prediction gives, so rows went where the trees say.
  std::size_t documents = 0;
  for (const std::uint32_t leaf : model.trees.front().documents) documents += leaf;
  CHECK(documents == train.rows());
  CHECK(ndcg(train, predict_all(model, holes)) > 0.8);
}
