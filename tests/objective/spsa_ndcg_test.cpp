#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "base/random.h"
#include "objective/score_order.h"
#include "support/differentiate.h"
#include "support/slow_ndcg.h"

using namespace gbrank;

namespace {

using List = test::ScoredList;

/// With ties in scores and labels; scores are multiples of a quarter, so that steps make new ties.
List random_list(Random& random, std::size_t n) {
  List list;
  for (std::size_t i = 0; i < n; ++i) {
    list.labels.push_back(static_cast<float>(random.below(3)));
    list.scores.push_back(0.25 * static_cast<double>(random.below(12)));
  }
  list.labels[0] = 0;
  list.labels[1] = 2;
  return list;
}

/// 1 - NDCG with a sort of its own.
double slow_loss(const std::vector<float>& labels, const std::vector<double>& scores,
                 std::uint64_t key) {
  Arena memory;
  return 1 - test::slow_ndcg(labels, order_by_score(scores, key, memory));
}

void remove_mean(std::vector<double>& x) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  for (double& e : x) e -= mean;
}

std::uint64_t key_of(const Round& round, std::size_t query) {
  return tie_key({{}, {}, query}, round);
}

std::vector<double> slow_fdsa(const List& list, double step, std::uint64_t key) {
  std::vector<double> gradient;
  for (std::size_t i = 0; i < list.labels.size(); ++i) {
    std::vector<double> up = list.scores;
    std::vector<double> down = list.scores;
    up[i] += step;
    down[i] -= step;
    gradient.push_back((slow_loss(list.labels, up, key) - slow_loss(list.labels, down, key)) /
                       (2 * step));
  }
  remove_mean(gradient);
  return gradient;
}

/// The estimate of one perturbation; bit i of `signs` says that document i goes up.
std::vector<double> slow_spsa(const List& list, double step, std::uint64_t signs,
                              std::uint64_t key) {
  std::vector<double> up = list.scores;
  std::vector<double> down = list.scores;
  const auto sign = [&](std::size_t i) { return (signs >> i & 1) != 0 ? 1.0 : -1.0; };
  for (std::size_t i = 0; i < up.size(); ++i) {
    up[i] += step * sign(i);
    down[i] -= step * sign(i);
  }
  const double slope =
      (slow_loss(list.labels, up, key) - slow_loss(list.labels, down, key)) / (2 * step);
  std::vector<double> gradient;
  for (std::size_t i = 0; i < up.size(); ++i) gradient.push_back(sign(i) * slope);
  remove_mean(gradient);
  return gradient;
}

OptionTexts options(const char* method, double step, int evaluations = 2) {
  return {{"spsa-method", method},
          {"spsa-step", std::to_string(step)},
          {"spsa-evaluations", std::to_string(evaluations)}};
}

}  // namespace

TEST_CASE("spsa-ndcg: fdsa is the difference for each document on its own, less the mean") {
  Random random(21);
  for (int trial = 0; trial < 100; ++trial) {
    const List list = random_list(random, 2 + random.below(30));
    const Round round{1 + trial, 100, 5};
    for (const double step : {0.125, 0.25, 0.75, 10.0}) {
      const test::Derivatives d = test::differentiate("spsa-ndcg", options("fdsa", step),
                                                      list.labels, list.scores, round, 3);
      const std::vector<double> expected = slow_fdsa(list, step, key_of(round, 3));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(std::abs(d.gradient[i] - expected[i]) <= 1e-14 / step + 1e-12);
      }
      CHECK(d.loss == doctest::Approx(slow_loss(list.labels, list.scores, key_of(round, 3))));
    }
  }
}

TEST_CASE("spsa-ndcg: one perturbation is one of the 2^n that there are") {
  Random random(22);
  for (int trial = 0; trial < 60; ++trial) {
    const List list = random_list(random, 2 + random.below(7));
    const Round round{1 + trial, 100, 5};
    const test::Derivatives d =
        test::differentiate("spsa-ndcg", options("spsa", 0.25), list.labels, list.scores, round, 2);
    bool found = false;
    for (std::uint64_t signs = 0; signs < 1U << list.labels.size(); ++signs) {
      const std::vector<double> one = slow_spsa(list, 0.25, signs, key_of(round, 2));
      double apart = 0;
      for (std::size_t i = 0; i < one.size(); ++i) {
        apart = std::max(apart, std::abs(one[i] - d.gradient[i]));
      }
      found = found || apart < 1e-12;
    }
    CHECK(found);
  }
}

TEST_CASE("spsa-ndcg: the mean over seeds is the mean over all perturbations") {
  Random random(23);
  for (int trial = 0; trial < 4; ++trial) {
    // Different scores: the order of ties is the seed's, too.
    List list = random_list(random, 6);
    for (std::size_t i = 0; i < 6; ++i) list.scores[i] += 0.01 * static_cast<double>(i);
    std::vector<double> expected(6);
    for (std::uint64_t signs = 0; signs < 64; ++signs) {
      const std::vector<double> one = slow_spsa(list, 0.6, signs, 0);
      for (std::size_t i = 0; i < 6; ++i) expected[i] += one[i] / 64;
    }
    constexpr int kSeeds = 4000;
    std::vector<double> sum(6);
    std::vector<double> squares(6);
    test::PreparedQuery query("spsa-ndcg", options("spsa", 0.6, 4), list.labels);
    for (int seed = 0; seed < kSeeds; ++seed) {
      const auto d = query.differentiate(list.scores, {1, 1, static_cast<std::uint64_t>(seed)});
      for (std::size_t i = 0; i < 6; ++i) {
        sum[i] += d.gradient[i];
        squares[i] += d.gradient[i] * d.gradient[i];
      }
    }
    double largest = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double mean = sum[i] / kSeeds;
      const double error = std::sqrt((squares[i] / kSeeds - mean * mean) / kSeeds);
      CHECK(std::abs(mean - expected[i]) < 4.5 * error);
      CHECK(error < 0.001);
      largest = std::max(largest, std::abs(expected[i]));
    }
    CHECK(largest > 0.01);
  }
}

TEST_CASE("spsa-ndcg: perturbations differ from round to round and query to query, and repeat") {
  Random random(24);
  const List list = random_list(random, 100);
  const auto gradient = [&](const Round& round, std::size_t query) {
    return test::differentiate("spsa-ndcg", {}, list.labels, list.scores, round, query).gradient;
  };
  const auto one = gradient({1, 9, 1}, 0);
  CHECK(one == gradient({1, 9, 1}, 0));
  CHECK(one != gradient({2, 9, 1}, 0));
  CHECK(one != gradient({1, 9, 2}, 0));
  CHECK(one != gradient({1, 9, 1}, 1));
  // More than 64 documents do not repeat their signs.
  const auto two = test::differentiate("spsa-ndcg", options("spsa", 1), list.labels, list.scores);
  CHECK_FALSE(
      std::equal(two.gradient.begin(), two.gradient.begin() + 36, two.gradient.begin() + 64));
}

TEST_CASE("spsa-ndcg: the estimate sums to zero, and a constant curvature goes with it") {
  Random random(25);
  for (const char* method : {"spsa", "fdsa"}) {
    for (const std::size_t n : {std::size_t{2}, std::size_t{10}, std::size_t{200}}) {
      const List list = random_list(random, n);
      const test::Derivatives d =
          test::differentiate("spsa-ndcg", options(method, 0.5, 8), list.labels, list.scores);
      CHECK(std::abs(std::accumulate(d.gradient.begin(), d.gradient.end(), 0.0)) < 1e-12);
      for (const double h : d.hessian) {
        CHECK(h == doctest::Approx(0.5 / (static_cast<double>(n) * 0.25)));
      }
    }
  }
}

TEST_CASE("spsa-ndcg: from equal scores relevant documents rise") {
  std::vector<float> labels(50, 0.0F);
  for (std::size_t i = 40; i < 50; ++i) labels[i] = 2;
  const std::vector<double> scores(50, 0.0);
  for (const char* method : {"spsa", "fdsa"}) {
    double rise = 0;
    for (int round = 1; round <= 200; ++round) {
      const test::Derivatives d =
          test::differentiate("spsa-ndcg", options(method, 1, 16), labels, scores, {round, 200, 1});
      for (std::size_t i = 0; i < 50; ++i) rise -= d.gradient[i] * (labels[i] > 0 ? 0.1 : -0.025);
    }
    CHECK(rise / 200 > 0.01);
  }
}

TEST_CASE("spsa-ndcg: scores of a million and long lists give finite numbers") {
  Random random(26);
  for (const char* method : {"spsa", "fdsa"}) {
    for (const std::size_t n : {std::size_t{2}, std::size_t{10000}}) {
      List list = random_list(random, n);
      for (double& score : list.scores) score = 2e6 * (random.uniform() - 0.5);
      const test::Derivatives d =
          test::differentiate("spsa-ndcg", options(method, 100, 8), list.labels, list.scores);
      CHECK(std::isfinite(d.loss));
      CHECK(std::ranges::all_of(d.gradient, [](double g) { return std::isfinite(g); }));
      // A step of 100 passes a neighbour or two of the long list.
      if (n > 2) CHECK(std::ranges::any_of(d.gradient, [](double g) { return g != 0; }));
      // Near 1e300 the step is lost in rounding.
      for (double& score : list.scores) score *= 1e294;
      const test::Derivatives lost =
          test::differentiate("spsa-ndcg", options(method, 100, 8), list.labels, list.scores);
      CHECK(lost.gradient == std::vector<double>(n));
      CHECK(lost.loss == d.loss);
    }
  }
}

TEST_CASE("spsa-ndcg: queries that say nothing of order have no loss and no gradient") {
  for (const char* method : {"spsa", "fdsa"}) {
    for (const std::vector<float>& labels :
         {std::vector<float>{1}, std::vector<float>{0, 0, 0}, std::vector<float>{2, 2}}) {
      const std::vector<double> scores(labels.size(), 0.5);
      const test::Derivatives d =
          test::differentiate("spsa-ndcg", options(method, 1), labels, scores);
      CHECK(d.loss == 0);
      CHECK(d.gradient == std::vector<double>(labels.size()));
      CHECK(d.hessian == std::vector<double>(labels.size()));
    }
  }
}

TEST_CASE("spsa-ndcg: what it cannot take is refused") {
  CHECK_THROWS_WITH_AS(test::PreparedQuery("spsa-ndcg", {}, std::vector<float>{0, 2000}),
                       doctest::Contains("row 2 has label 2000"), Error);
  CHECK_THROWS_WITH_AS(
      test::PreparedQuery("spsa-ndcg", {{"spsa-evaluations", "3"}}, std::vector<float>{0, 1}),
      "spsa-evaluations is '3', expected an even number", Error);
  CHECK_THROWS_AS(
      test::PreparedQuery("spsa-ndcg", {{"spsa-method", "fd"}}, std::vector<float>{0, 1}), Error);
}
