#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "base/random.h"
#include "objective/score_order.h"
#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_ndcg.h"
#include "support/slow_objectives.h"

using namespace gbrank;

namespace {

using List = test::ScoredList;

/// Different scores, so that the order is beyond doubt.
List random_list(Random& random, std::size_t n) {
  List list;
  for (std::size_t i = 0; i < n; ++i) {
    list.labels.push_back(static_cast<float>(random.below(3)));
    list.scores.push_back(3 * random.uniform() + 1e-3 * static_cast<double>(i));
  }
  return list;
}

std::vector<std::size_t> order_by_score(const List& list) {
  std::vector<std::size_t> order(list.scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return list.scores[a] > list.scores[b]; });
  return order;
}

/// The definition: for each pair, actually swap the two documents and look at NDCG.
test::Derivatives swapping_lambdarank(const List& list, std::size_t k) {
  const std::size_t n = list.labels.size();
  test::Derivatives d{0, std::vector<double>(n), std::vector<double>(n)};
  const std::vector<std::size_t> order = order_by_score(list);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      const std::size_t i = order[a];
      const std::size_t j = order[b];
      if (list.labels[i] <= list.labels[j] || (k > 0 && a >= k && b >= k)) continue;
      std::vector<std::size_t> swapped = order;
      std::swap(swapped[a], swapped[b]);
      const double weight =
          std::abs(test::slow_ndcg(list.labels, swapped) - test::slow_ndcg(list.labels, order));
      const double p = 1 / (1 + std::exp(list.scores[i] - list.scores[j]));
      d.gradient[i] -= p * weight;
      d.gradient[j] += p * weight;
      d.hessian[i] += p * (1 - p) * weight;
      d.hessian[j] += p * (1 - p) * weight;
      d.loss += weight * std::log1p(std::exp(list.scores[j] - list.scores[i]));
    }
  }
  return d;
}

}  // namespace

TEST_CASE("lambdarank: |delta NDCG| is what actually swapping two documents changes") {
  Random random(4);
  for (int trial = 0; trial < 60; ++trial) {
    List list = random_list(random, 2 + random.below(12));
    list.labels[0] = 0;
    list.labels[1] = 2;
    for (const std::size_t k : {std::size_t{0}, std::size_t{3}}) {
      const test::Derivatives expected = swapping_lambdarank(list, k);
      const test::Derivatives d = test::differentiate(
          "lambdarank", {{"lambdarank-k", std::to_string(k)}}, list.labels, list.scores);
      CHECK(d.loss == doctest::Approx(expected.loss));
      for (std::size_t i = 0; i < list.labels.size(); ++i) {
        CHECK(d.gradient[i] == doctest::Approx(expected.gradient[i]));
        CHECK(d.hessian[i] == doctest::Approx(expected.hessian[i]));
      }
      CHECK(std::accumulate(d.gradient.begin(), d.gradient.end(), 0.0) == doctest::Approx(0));
    }
  }
}

TEST_CASE("lambdarank: loss, gradient and hessian are those of the definition, at any ranks") {
  const Round round{7, 100, 3};
  for (const test::RandomList& list : test::random_lists(6, 80)) {
    // Equal scores: by the random order of the round.
    Arena memory;
    const auto order =
        order_by_score(list.scores, tie_key({list.labels, list.scores, 0}, round), memory);
    std::vector<std::size_t> rank(order.size());
    for (std::size_t r = 0; r < order.size(); ++r) rank[order[r]] = r + 1;
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{10}}) {
      CAPTURE(list.kind);
      CAPTURE(k);
      const auto slow = [&](std::span<const double> at) {
        return test::slow_lambdarank(list.labels, at, rank, k);
      };
      const test::Derivatives d = test::differentiate(
          "lambdarank", {{"lambdarank-k", std::to_string(k)}}, list.labels, list.scores, round);
      const test::Derivatives expected = slow(list.scores);
      CHECK(d.loss == doctest::Approx(expected.loss).epsilon(1e-12));
      test::check_close(d.gradient, expected.gradient, 1e-12);
      test::check_close(d.hessian, expected.hessian, 1e-12);
      // The ranks, and with them the weights of pairs, are constants of the round.
      test::check_slope(
          d.gradient, [&](std::span<const double> at) { return slow(at).loss; }, list.scores);
    }
  }
}

TEST_CASE("lambdarank: with equal scores the order of the rows tells nothing of the labels") {
  // Two files of the same query, sorted best first and worst first. Averaged over rounds, a
  // relevant document must be pushed alike in both.
  const std::size_t n = 20;
  std::vector<float> best_first(n);
  for (std::size_t i = 0; i < 5; ++i) best_first[i] = 2;
  std::vector<float> worst_first(best_first.rbegin(), best_first.rend());
  const std::vector<double> scores(n, 0.0);
  const auto mean_push = [&](const std::vector<float>& labels) {
    double push = 0;
    for (int round = 1; round <= 2000; ++round) {
      const test::Derivatives d =
          test::differentiate("lambdarank", {}, labels, scores, {round, 2000, 1});
      for (std::size_t i = 0; i < n; ++i) {
        if (labels[i] > 0) push -= d.gradient[i];
      }
    }
    return push / 2000;
  };
  // Row order would give these in place of the random one's mean, far apart.
  CHECK(mean_push(best_first) == doctest::Approx(mean_push(worst_first)).epsilon(0.02));
  const test::Derivatives one =
      test::differentiate("lambdarank", {}, best_first, scores, {1, 9, 1});
  CHECK(one.gradient ==
        test::differentiate("lambdarank", {}, best_first, scores, {1, 9, 1}).gradient);
  CHECK(one.gradient !=
        test::differentiate("lambdarank", {}, best_first, scores, {1, 9, 2}).gradient);
  CHECK(one.gradient !=
        test::differentiate("lambdarank", {}, best_first, scores, {2, 9, 1}).gradient);
}

TEST_CASE("lambdarank: queries that say nothing of order have no loss and no gradient") {
  for (const std::vector<float>& labels :
       {std::vector<float>{1}, std::vector<float>{0, 0, 0}, std::vector<float>{2, 2}}) {
    const std::vector<double> scores(labels.size(), 0.5);
    const test::Derivatives d = test::differentiate("lambdarank", {}, labels, scores);
    CHECK(d.loss == 0);
    CHECK(d.gradient == std::vector<double>(labels.size()));
    CHECK(d.hessian == std::vector<double>(labels.size()));
  }
}

TEST_CASE("lambdarank: extreme scores and long lists give finite numbers") {
  Random random(6);
  for (const double size : {1e6, 1e300}) {
    List list = random_list(random, 1000);
    for (double& score : list.scores) score = (random.uniform() - 0.5) * size;
    const test::Derivatives d = test::differentiate("lambdarank", {}, list.labels, list.scores);
    CHECK(std::isfinite(d.loss));
    for (std::size_t i = 0; i < 1000; ++i) {
      CHECK(std::isfinite(d.gradient[i]));
      CHECK(d.hessian[i] >= 0);
    }
  }
}

TEST_CASE("lambdarank: labels whose gain overflows are refused before training") {
  CHECK(test::PreparedQuery("lambdarank", {}, std::vector<float>{0, 31.5F}).start == 0);
  CHECK_THROWS_WITH_AS(
      test::PreparedQuery("lambdarank", {}, std::vector<float>{0, 2000}),
      "row 2 has label 2000, the gains 2^label of objective lambdarank take labels "
      "up to 512; scale the labels or use regression, ranknet or gbrank",
      Error);
}
