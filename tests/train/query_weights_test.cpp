#include "train/query_weights.h"

#include <cmath>
#include <sstream>

#include <doctest/doctest.h>

#include "gbrank/error.h"
#include "gbrank/fit.h"

#include "support/error_of.h"
#include "support/random_letor.h"

using namespace gbrank;

namespace {

constexpr std::size_t kQueries = 8;

/// The lines of each query.
std::vector<std::string> query_texts() {
  std::vector<std::string> texts(kQueries);
  std::istringstream lines(test::random_letor({.queries = kQueries, .documents = 20}));
  for (std::string line; std::getline(lines, line);) {
    texts[std::stoul(line.substr(line.find("qid:") + 4)) - 1] += line + "\n";
  }
  return texts;
}

/// Queries written one after the other, each so many times, under numbers of their own.
std::string written(const std::vector<std::size_t>& times) {
  const std::vector<std::string> texts = query_texts();
  std::string text;
  std::size_t number = 0;
  for (std::size_t q = 0; q < kQueries; ++q) {
    for (std::size_t i = 0; i < times[q]; ++i) {
      ++number;
      std::istringstream lines(texts[q]);
      for (std::string line; std::getline(lines, line);) {
        const std::size_t qid = line.find("qid:");
        text += fmt::format("{}qid:{}{}\n", line.substr(0, qid), number,
                            line.substr(line.find(' ', qid)));
      }
    }
  }
  return text;
}

const std::vector<std::size_t> kOnce(kQueries, 1);

FitOptions weighted_fit(const std::string& objective, LeafRule leaf,
                        const std::vector<double>& weights) {
  FitOptions options;
  options.objective = objective;
  options.trees = 8;
  options.learning_rate = 0.3;
  options.tree.leaves = 6;
  options.tree.min_docs_per_leaf = 1;
  options.tree.min_hessian = 0;
  options.tree.leaf = leaf;
  options.query_weights = weights;
  return options;
}

struct Fitted {
  Ensemble ensemble;
  std::vector<double> losses;
};

Fitted fitted(const Dataset& train, const FitOptions& options) {
  Fitted result;
  result.ensemble = fit(train, {}, options,
                        [&](const RoundReport& report) { result.losses.push_back(report.loss); });
  return result;
}

/// The same trees up to what fixed-point gradients round, and `scale` times the loss.
void check_same(const Fitted& a, const Fitted& b, double scale = 1) {
  CHECK(a.ensemble.base_score == doctest::Approx(b.ensemble.base_score));
  REQUIRE(a.ensemble.trees.size() == b.ensemble.trees.size());
  for (std::size_t t = 0; t < a.ensemble.trees.size(); ++t) {
    CAPTURE(t);
    const Tree& x = a.ensemble.trees[t];
    const Tree& y = b.ensemble.trees[t];
    CHECK(x.feature == y.feature);
    CHECK(x.threshold == y.threshold);
    CHECK(x.left == y.left);
    CHECK(x.right == y.right);
    REQUIRE(x.leaves() == y.leaves());
    for (std::size_t i = 0; i < x.leaves(); ++i) {
      CHECK(x.value[i] == doctest::Approx(y.value[i]).epsilon(1e-5));
    }
    CHECK(a.losses[t] == doctest::Approx(scale * b.losses[t]).epsilon(1e-5));
  }
}

}  // namespace

TEST_CASE("a query of weight 2 gives the trees of the query written twice") {
  const Dataset once = parse_dataset(written(kOnce), "once");
  const Dataset twice = parse_dataset(written({1, 2, 1, 3, 1, 1, 2, 1}), "twice");
  const std::vector<double> weights = {1, 2, 1, 3, 1, 1, 2, 1};
  for (const std::string objective : {"regression", "ranknet", "gbrank", "reg-shf-sdcg"}) {
    for (const LeafRule leaf : {LeafRule::kNewton, LeafRule::kMean}) {
      CAPTURE(objective);
      check_same(fitted(once, weighted_fit(objective, leaf, weights)),
                 fitted(twice, weighted_fit(objective, leaf, {})));
    }
  }
}

TEST_CASE("a query of weight 0 is left out, to the last bit") {
  const Dataset all = parse_dataset(written(kOnce), "all");
  // Ties are broken by the number of the query, so that the last ones are left out.
  const Dataset fewer =
      parse_dataset(written({1, 1, 1, 1, 1, 1, 0, 0}), "fewer", {}, all.binning());
  for (const ObjectiveInfo& info : objectives()) {
    for (const LeafRule leaf : {LeafRule::kNewton, LeafRule::kMean}) {
      CAPTURE(info.name);
      const Fitted weighted = fitted(all, weighted_fit(info.name, leaf, {1, 1, 1, 1, 1, 1, 0, 0}));
      const Fitted left_out = fitted(fewer, weighted_fit(info.name, leaf, {}));
      CHECK(weighted.ensemble.base_score == left_out.ensemble.base_score);
      CHECK(weighted.ensemble.trees == left_out.ensemble.trees);
      CHECK(weighted.losses == left_out.losses);
    }
  }
}

TEST_CASE("only the proportions of weights matter where nothing is added to the divisor") {
  const Dataset train = parse_dataset(written(kOnce), "text");
  const std::vector<double> weights = {1, 0.5, 2, 1, 3, 1, 0.25, 1};
  const auto times = [&](double factor) {
    std::vector<double> scaled = weights;
    for (double& weight : scaled) weight *= factor;
    return scaled;
  };
  for (const std::string objective : {"regression", "lambdarank", "reg-shf-sdcg"}) {
    for (const LeafRule leaf : {LeafRule::kNewton, LeafRule::kMean}) {
      CAPTURE(objective);
      const Fitted one = fitted(train, weighted_fit(objective, leaf, weights));
      check_same(fitted(train, weighted_fit(objective, leaf, times(3))), one, 3);
      // A power of two changes exponents only.
      const Fitted four = fitted(train, weighted_fit(objective, leaf, times(4)));
      REQUIRE(four.ensemble.trees.size() == one.ensemble.trees.size());
      for (std::size_t t = 0; t < one.ensemble.trees.size(); ++t) {
        CHECK(four.ensemble.trees[t].value == one.ensemble.trees[t].value);
      }
    }
  }
}

TEST_CASE("with weights, regression starts from the weighted mean label") {
  const Dataset train =
      parse_dataset("3 qid:1 1:1\n1 qid:1 1:2\n8 qid:2 1:5\n7 qid:3 1:5\n", "text");
  CHECK(fit(train, {}, weighted_fit("regression", LeafRule::kNewton, {1.5, 3, 0})).base_score ==
        (1.5 * 4 + 3 * 8) / (1.5 * 2 + 3));
}

TEST_CASE("query weights that nobody can mean are errors") {
  const Dataset train = parse_dataset("3 qid:1 1:1\n1 qid:2 1:2\n", "text");
  const auto message = [&](const std::vector<double>& weights) {
    return test::error_of(
        [&] { fit(train, {}, weighted_fit("regression", LeafRule::kNewton, weights)); });
  };
  CHECK(message({1}) == "text: found 1 query weight, the data has 2 queries");
  CHECK(message({1, -1}) == "text: query 2 has weight -1, expected a number of 0 or more");
  CHECK(message({std::nan(""), 1}) ==
        "text: query 1 has weight nan, expected a number of 0 or more");
  CHECK(message({1, HUGE_VAL}) == "text: query 2 has weight inf, expected a number of 0 or more");
  CHECK(message({0, 0}) == "text: every query has weight 0, so there is nothing to learn from");
  CHECK(message({1, 2}) == "no error");
}

TEST_CASE("a fingerprint tells weights apart") {
  const std::vector<double> a = {1, 2};
  const std::vector<double> b = {2, 1};
  CHECK(fingerprint({}) == "none");
  CHECK(fingerprint(a).size() == 16);
  CHECK(fingerprint(a) == fingerprint(std::vector<double>{1, 2}));
  CHECK(fingerprint(a) != fingerprint(b));
}
