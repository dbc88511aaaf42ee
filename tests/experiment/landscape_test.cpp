#include "experiment/landscape.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "gbrank/fit.h"

#include "experiment/step_test.h"
#include "predict/judged_text.h"
#include "predict/text_scorer.h"
#include "support/error_of.h"
#include "support/random_letor.h"

namespace gbrank {
namespace {

/// A model, judged text, and the leaves of its rows.
struct Place {
  Ensemble model;
  JudgedText data;
  std::vector<std::uint32_t> leaves;

  Place(Ensemble ensemble, const std::string& text)
      : model(std::move(ensemble)), data(text, "text", false, 1) {
    TextScorer(model, 1).leaves(data.source(), leaves);
  }

  Landscape study(const LandscapeOptions& options) const {
    return study_landscape(model, leaves, data.judged().lists(), options);
  }
  /// The ordinary way: another model predicts, and its ranking is measured.
  double measure(const Ensemble& changed, const Metric& metric,
                 const Convention& convention) const {
    return Evaluator(metric, convention, data.judged().lists())
        .evaluate(data.score(changed, 1))
        .mean;
  }
};

LandscapeOptions small_options() {
  LandscapeOptions options;
  options.steps = 4;
  options.range = 2;
  options.metrics = {parse_metric("ndcg@5"), parse_metric("map")};
  options.samples = 2000;
  return options;
}

Place fitted() {
  test::RandomLetor shape;
  shape.queries = 40;
  shape.missing = 0.1;
  const std::string text = test::random_letor(shape);
  FitOptions options;
  options.trees = 8;
  options.tree.leaves = 5;
  return {fit(parse_dataset(text, "text"), {}, options), text};
}

double scale_of(const Tree& tree) {
  double mean = 0;
  double square = 0;
  for (const double value : tree.value) {
    mean += value / double(tree.leaves());
    square += value * value / double(tree.leaves());
  }
  return std::sqrt(square - mean * mean);
}

/// One feature, and two leaves: what they answer for 0 and for 1.
Ensemble stump(double zero, double one) {
  Ensemble ensemble;
  ensemble.feature_names = default_feature_names(1);
  Tree tree;
  tree.feature = {0};
  tree.threshold = {0.5F};
  tree.missing_left = {1};
  tree.left = {~0};
  tree.right = {~1};
  tree.gain = {1};
  tree.value = {zero, one};
  tree.documents = {1, 1};
  ensemble.trees = {tree};
  return ensemble;
}

/// Queries in which the documents with feature 1 are relevant; those stand last.
std::string plain_queries(int queries) {
  std::string text;
  for (int q = 1; q <= queries; ++q) {
    text += fmt::format("0 qid:{} 1:0\n0 qid:{} 1:0\n1 qid:{} 1:1\n", q, q, q);
  }
  return text;
}

LocalOptimum answer(const MetricLandscape& found) {
  return local_optimum(std::size_t(std::ranges::count_if(found.curves, is_raise)),
                       std::size_t(std::ranges::count_if(found.curves, is_fall)));
}

const Direction kTree{DirectionKind::kTree, 0};
const Direction kFirstLeaf{DirectionKind::kLeaf, 0, 0};
const Direction kSecondLeaf{DirectionKind::kLeaf, 0, 1};

}  // namespace

TEST_CASE("along trees and leaves a metric is what a model with these numbers has") {
  const Place place = fitted();
  for (const std::string convention : {"standard", "letor3", "ydf"}) {
    CAPTURE(convention);
    LandscapeOptions options = small_options();
    options.convention = find_convention(convention);
    options.directions = choose_directions(
        place.model,
        std::vector{DirectionRequest{DirectionKind::kTree}, DirectionRequest{DirectionKind::kLeaf}},
        100, 1);
    REQUIRE(options.directions.size() == 8 + 40);
    const Landscape found = place.study(options);
    CHECK(found.steps == std::vector<double>{-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2});
    std::size_t changes = 0;
    for (std::size_t d = 0; d < options.directions.size(); ++d) {
      const Direction& direction = options.directions[d];
      CAPTURE(direction.name());
      for (std::size_t s = 0; s < found.steps.size(); ++s) {
        Ensemble changed = place.model;
        Tree& tree = changed.trees[direction.tree];
        if (direction.kind == DirectionKind::kTree) {
          for (double& value : tree.value) value *= 1 + found.steps[s];
        } else {
          tree.value[direction.leaf] += found.steps[s] * scale_of(tree);
        }
        for (const MetricLandscape& metric : found.metrics) {
          const double expected = place.measure(changed, metric.metric, options.convention);
          CHECK(metric.curves[d].values[s] == doctest::Approx(expected).epsilon(1e-12));
          changes += metric.curves[d].values[s] != metric.value;
        }
      }
    }
    CHECK(changes > 400);
  }
}

TEST_CASE("along random directions the rankings are those of the changed scores") {
  const Place place = fitted();
  LandscapeOptions options = small_options();
  options.seed = 5;
  for (std::size_t n = 1; n <= 5; ++n) {
    options.directions.push_back({DirectionKind::kRandom, 0, 0, n});
  }
  const Landscape found = place.study(options);
  const ScoreLines lines(place.model, place.leaves);
  for (std::size_t d = 0; d < 5; ++d) {
    ScoreLine line;
    lines.follow(options.directions[d], 5, line);
    for (const MetricLandscape& metric : found.metrics) {
      const Curve& curve = metric.curves[d];
      const Evaluator evaluator(metric.metric, options.convention, place.data.judged().lists());
      const std::vector<double> base = evaluator.evaluate(lines.scores()).per_query;
      std::vector<double> differences;
      std::vector<std::vector<double>> of_steps;
      for (const double t : found.steps) {
        std::vector<double> scores;
        for (std::size_t row = 0; row < line.origin.size(); ++row) {
          scores.push_back(line.at(row, t));
        }
        const MetricValue value = evaluator.evaluate(scores);
        CHECK(curve.values[of_steps.size()] == value.mean);
        if (t == curve.best_t) {
          CHECK(curve.gain == doctest::Approx(value.mean - metric.value));
          const auto count = [&](auto&& compare) {
            std::size_t n = 0;
            for (std::size_t q = 0; q < base.size(); ++q) n += compare(value.per_query[q], base[q]);
            return n;
          };
          CHECK(curve.higher == count(std::greater<>{}));
          CHECK(curve.lower == count(std::less<>{}));
        }
        of_steps.push_back(value.per_query);
      }
      CHECK(curve.values[4] + curve.gain == doctest::Approx(std::ranges::max(curve.values)));
      for (std::size_t q = 0; q < base.size(); ++q) {
        if (std::isnan(base[q])) continue;
        for (const auto& at_step : of_steps) differences.push_back(at_step[q] - base[q]);
      }
      CHECK(curve.p_raise == step_test(differences, found.steps.size(), options.samples, 5));
      for (double& d : differences) d = -d;
      CHECK(curve.p_fall == step_test(differences, found.steps.size(), options.samples, 5));
      CHECK_FALSE(curve.is_flat);
    }
  }
}

TEST_CASE("a leaf that answers too little is found, and in which direction the raise lies") {
  const Place place(stump(1, 0), plain_queries(20));
  LandscapeOptions options = small_options();
  options.directions = {kTree, kFirstLeaf, kSecondLeaf};
  options.range = 3;
  options.steps = 6;
  const MetricLandscape found = place.study(options).metrics[0];
  CHECK(found.value == doctest::Approx(1 / std::log2(4)));
  CHECK(found.queries == 20);
  // The values are 1 apart, and their standard deviation is 1/2. Two steps make them equal, which
  // changes nothing as the relevant document stands last.
  const double gain = 1 - found.value;
  for (const std::size_t d : {1U, 2U}) {
    const Curve& curve = found.curves[d];
    CHECK(curve.best_t == (d == 1 ? -2.5 : 2.5));
    CHECK(curve.gain == doctest::Approx(gain));
    CHECK(curve.higher == 20);
    CHECK(curve.lower == 0);
    CHECK(curve.p_raise == 1.0 / 2001);
    CHECK(curve.p_raise_holm == 3.0 / 2001);
    CHECK(is_raise(curve));
  }
  // The weight of the tree below 0 turns the ranking round.
  CHECK(found.curves[0].best_t == -1.5);
  CHECK(is_raise(found.curves[0]));
  CHECK(answer(found) == LocalOptimum::kNo);
}

TEST_CASE("a perfect model is a local optimum along all directions") {
  const Place place(stump(0, 1), plain_queries(20));
  LandscapeOptions options = small_options();
  options.directions = {kTree, kFirstLeaf, kSecondLeaf, {DirectionKind::kRandom, 0, 0, 1}};
  for (const MetricLandscape& found : place.study(options).metrics) {
    CHECK(found.value == 1);
    for (const Curve& curve : found.curves) {
      CHECK(curve.best_t == 0);
      CHECK(curve.gain == 0);
      CHECK(curve.p_raise == 1);
      CHECK_FALSE(is_raise(curve));
    }
    CHECK(answer(found) == LocalOptimum::kYes);
    CHECK(is_fall(found.curves[0]));
    CHECK(found.curves[0].p_fall == 1.0 / 2001);
    CHECK(found.curves[0].values.front() < 1);
    CHECK_FALSE(found.curves[0].is_flat);
  }
}

TEST_CASE("a step tells documents apart that the model does not") {
  Ensemble model = stump(0, 1);
  model.trees.push_back(stump(1, 0).trees[0]);  // all answer 1
  const Place place(model, plain_queries(20));
  LandscapeOptions options = small_options();
  options.directions = {kSecondLeaf};
  const Curve curve = place.study(options).metrics[0].curves[0];
  CHECK(curve.best_t == 0.5);
  CHECK(curve.values[4] == doctest::Approx(1 / std::log2(4)));
  for (std::size_t s = 5; s < 9; ++s) CHECK(curve.values[s] == 1);
}

TEST_CASE("a raise in one query of many is no more than chance") {
  std::string text = plain_queries(1);
  for (int q = 2; q <= 20; ++q) text += fmt::format("1 qid:{} 1:0\n0 qid:{} 1:0\n", q, q);
  const Place place(stump(1, 0), text);
  LandscapeOptions options = small_options();
  options.directions = {kSecondLeaf};
  options.range = 4;
  const MetricLandscape found = place.study(options).metrics[0];
  CHECK(answer(found) == LocalOptimum::kUndecided);
  const Curve& curve = found.curves[0];
  CHECK(curve.best_t == 3);
  CHECK(curve.gain > 0);
  CHECK(curve.higher == 1);
  CHECK(curve.p_raise == 0.5);
  CHECK_FALSE(is_raise(curve));
}

TEST_CASE("where no query counts nothing is a raise") {
  const Place place(stump(1, 0), "0 qid:1 1:0\n0 qid:1 1:1\n");
  LandscapeOptions options = small_options();
  options.directions = {kTree};
  const MetricLandscape found = place.study(options).metrics[0];
  CHECK(std::isnan(found.value));
  CHECK(found.queries == 0);
  CHECK(found.curves[0].p_raise == 1);
  CHECK(answer(found) == LocalOptimum::kUndecided);
}

TEST_CASE("a landscape does not depend on threads") {
  const Place place = fitted();
  LandscapeOptions options = small_options();
  options.directions = choose_directions(
      place.model,
      std::vector{DirectionRequest{DirectionKind::kLeaf}, DirectionRequest{DirectionKind::kRandom}},
      7, 1);
  const Landscape expected = place.study(options);
  for (const int threads : {0, 2, 3}) {
    options.threads = threads;
    const Landscape found = place.study(options);
    for (std::size_t m = 0; m < expected.metrics.size(); ++m) {
      for (std::size_t d = 0; d < expected.directions.size(); ++d) {
        const Curve& a = expected.metrics[m].curves[d];
        const Curve& b = found.metrics[m].curves[d];
        CHECK(a.values == b.values);
        CHECK(a.best_t == b.best_t);
        CHECK(a.p_raise == b.p_raise);
        CHECK(a.p_raise_holm == b.p_raise_holm);
        CHECK(a.p_fall == b.p_fall);
        CHECK(a.p_fall_holm == b.p_fall_holm);
      }
    }
  }
}

TEST_CASE("options of a landscape that cannot be are refused") {
  const auto error = [](auto&& change) {
    LandscapeOptions options = small_options();
    options.directions.resize(100, kTree);
    change(options);
    return test::error_of([&] { check_options(options); });
  };
  using Options = LandscapeOptions;
  CHECK(error([](Options&) {}) == "no error");
  CHECK(error([](Options& o) { o.range = 0; }) ==
        "range is 0, expected more than 0 and at most 1000000");
  CHECK(error([](Options& o) { o.range = std::numeric_limits<double>::quiet_NaN(); }) ==
        "range is nan, expected more than 0 and at most 1000000");
  CHECK(error([](Options& o) { o.steps = 0; }) == "steps is 0, expected 1 to 10000");
  CHECK(error([](Options& o) { o.metrics = {parse_metric("rmse")}; }) ==
        "metric is rmse, expected a metric of rankings, such as ndcg@10");
  CHECK(error([](Options& o) { o.samples = 1999; }) ==
        "samples is 1999, expected 2000 or more for 100 directions: with fewer nothing could be "
        "surer than chance");
}

}  // namespace gbrank
