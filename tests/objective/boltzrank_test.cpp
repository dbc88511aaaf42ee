#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "base/random.h"
#include "support/differentiate.h"
#include "support/finite_differences.h"
#include "support/random_lists.h"
#include "support/slow_boltzrank.h"
#include "support/slow_ndcg.h"

using namespace gbrank;

namespace {

using List = test::ScoredList;

/// Grades or real labels, with ties in labels and scores; the first two labels differ.
List random_list(Random& random, std::size_t n, double size) {
  List list;
  const bool real = random.below(2) == 0;
  for (std::size_t i = 0; i < n; ++i) {
    list.labels.push_back(real ? static_cast<float>(3 * random.uniform())
                               : static_cast<float>(random.below(5)));
    list.scores.push_back(size * (random.uniform() - 0.5));
    if (i > 2 && random.below(3) == 0) list.labels[i] = list.labels[i - 1];
    if (i > 0 && random.below(3) == 0) list.scores[i] = list.scores[i - 1];
  }
  if (n > 1) {
    list.labels[0] = 0;
    list.labels[1] = 2;
  }
  return list;
}

struct Setting {
  double lambda;
  double scale;
  std::size_t k;
  OptionTexts texts() const {
    return {{"boltzrank-lambda", std::to_string(lambda)},
            {"boltzrank-scale", std::to_string(scale)},
            {"boltzrank-k", std::to_string(k)},
            {"boltzrank-samples", "50"}};
  }
};

const Setting kSettings[] = {{0.9, 1, 0}, {0.9, 8, 5}, {0, 1, 0}, {1, 4, 0}, {1, 1, 3}};

}  // namespace

TEST_CASE("boltzrank: the loss is that of the paper's equations, pair by pair") {
  Random random(11);
  for (int trial = 0; trial < 25; ++trial) {
    // Also sure of itself, and also far from zero.
    const double size = trial % 3 == 0 ? 100 : 4;
    List list = random_list(random, 2 + random.below(39), size);
    if (trial % 5 == 0) {
      for (double& score : list.scores) score += 1000;
    }
    if (trial % 5 == 1) {
      for (double& score : list.scores) score = test::extreme_score(random);
    }
    const auto sample = test::draw_rank_vectors(list.labels, 50, 1);
    for (const Setting& s : kSettings) {
      const double expected =
          test::slow_boltzrank(sample, list.labels, list.scores, s.lambda, s.scale, s.k);
      const double loss =
          test::differentiate("boltzrank", s.texts(), list.labels, list.scores).loss;
      CHECK(loss == doctest::Approx(expected).epsilon(1e-9));
    }
  }
}

TEST_CASE("boltzrank: the gradient is the slope of the loss and sums to zero") {
  Random random(12);
  for (int trial = 0; trial < 60; ++trial) {
    const double size = trial % 4 == 0 ? 40 : 4;
    const List list = random_list(random, 1 + random.below(40), size);
    for (const Setting& s : kSettings) {
      test::PreparedQuery query("boltzrank", s.texts(), list.labels);
      const test::Derivatives d = query.differentiate(list.scores);
      const std::vector<double> slope = test::central_differences(
          [&](std::span<const double> at) { return query.differentiate(at).loss; }, list.scores);
      double sum = 0;
      double largest = 0;
      for (std::size_t i = 0; i < list.labels.size(); ++i) {
        CHECK(std::abs(d.gradient[i] - slope[i]) <= 1e-8 + 1e-6 * std::abs(slope[i]));
        sum += d.gradient[i];
        largest = std::max(largest, std::abs(d.gradient[i]));
      }
      CHECK(std::abs(sum) <= 1e-12);
      if (list.labels.size() > 1 && size == 4 && s.scale == 1 && s.k == 0) CHECK(largest > 1e-4);
    }
  }
}

TEST_CASE("boltzrank: the hessian bounds the curvature along each score, and is it at s = y") {
  Random random(13);
  for (int trial = 0; trial < 20; ++trial) {
    List list = random_list(random, 2 + random.below(39), 4);
    const bool at_labels = trial % 2 == 0;
    if (at_labels) list.scores.assign(list.labels.begin(), list.labels.end());
    for (const Setting& s : kSettings) {
      test::PreparedQuery query("boltzrank", s.texts(), list.labels);
      const test::Derivatives d = query.differentiate(list.scores);
      for (std::size_t i = 0; i < list.labels.size(); ++i) {
        std::vector<double> moved = list.scores;
        const double step = 1e-4;
        moved[i] += step;
        const double above = query.differentiate(moved).gradient[i];
        moved[i] -= 2 * step;
        const double curvature = (above - query.differentiate(moved).gradient[i]) / (2 * step);
        CHECK(std::abs(curvature) <= d.hessian[i] * (1 + 1e-6) + 1e-10);
        // The likelihood is convex, and there its two distributions are the same.
        if (at_labels && s.lambda == 0) {
          CHECK(d.hessian[i] == doctest::Approx(curvature).epsilon(1e-6));
        }
      }
    }
  }
}

TEST_CASE("boltzrank: Newton steps are limited, and relevant documents rise") {
  Random random(14);
  for (int trial = 0; trial < 20; ++trial) {
    List list = random_list(random, 20, 4);
    const bool cold = trial % 2 == 0;
    // From nothing, and from the surest of the wrong order.
    for (std::size_t i = 0; i < 20; ++i) {
      list.scores[i] = cold ? 0 : -1e6 * static_cast<double>(list.labels[i]);
    }
    const test::Derivatives d = test::differentiate("boltzrank", {}, list.labels, list.scores);
    double rise = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      // The sum of v is at most 0.9 / 2 + 0.1 * 2.
      CHECK(d.gradient[i] * d.gradient[i] <= 0.65 * d.hessian[i]);
      rise -= d.gradient[i] * (static_cast<double>(list.labels[i]) - 1.5);
    }
    CHECK(rise > (cold ? 1e-2 : 1e-3));
  }
}

TEST_CASE("boltzrank: scores of a million give finite numbers and the right slope") {
  Random random(15);
  for (const std::size_t n : {std::size_t{2}, std::size_t{40}, std::size_t{10000}}) {
    const List list = random_list(random, n, 2e6);
    for (const char* scale : {"1", "1000"}) {
      test::PreparedQuery query("boltzrank", {{"boltzrank-scale", scale}}, list.labels);
      const test::Derivatives d = query.differentiate(list.scores);
      CHECK(std::isfinite(d.loss));
      bool finite = true;
      for (std::size_t i = 0; i < n; ++i) {
        finite = finite && std::isfinite(d.gradient[i]) && std::isfinite(d.hessian[i]) &&
                 d.hessian[i] >= 0 && (d.gradient[i] == 0 || d.hessian[i] > 0);
      }
      CHECK(finite);
      if (n > 40) continue;
      // One sample has all the probability, so the loss is linear over a long way.
      const std::vector<double> slope = test::central_differences(
          [&](std::span<const double> at) { return query.differentiate(at).loss; }, list.scores,
          1.0);
      for (std::size_t i = 0; i < n; ++i) {
        CHECK(d.gradient[i] == doctest::Approx(slope[i]).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("boltzrank: every kernel table and number of threads gives the same derivatives") {
  Random random(16);
  const List list = random_list(random, 30, 4);
  test::PreparedQuery query("boltzrank", {}, list.labels);
  const test::Derivatives exact = query.differentiate(list.scores);
  const test::Derivatives fast = query.differentiate(list.scores, {1, 100, 1}, fastest_kernels());
  for (const Kernels* kernels : all_kernels().subspan(1)) {
    const test::Derivatives d = query.differentiate(list.scores, {1, 100, 1}, *kernels, 4);
    CHECK(d.gradient == fast.gradient);
    CHECK(d.hessian == fast.hessian);
    CHECK(d.loss == doctest::Approx(exact.loss).epsilon(1e-12));
  }
}

TEST_CASE("boltzrank: queries that say nothing of order have no loss and no gradient") {
  for (const std::vector<float>& labels :
       {std::vector<float>{1}, std::vector<float>{0, 0, 0}, std::vector<float>{2, 2}}) {
    const std::vector<double> scores(labels.size(), 0.5);
    const test::Derivatives d = test::differentiate("boltzrank", {}, labels, scores);
    CHECK(d.loss == 0);
    CHECK(d.gradient == std::vector<double>(labels.size()));
    CHECK(d.hessian == std::vector<double>(labels.size()));
  }
}

TEST_CASE("boltzrank: labels whose gain overflows are refused, labels without gain are not") {
  CHECK_THROWS_WITH_AS(test::PreparedQuery("boltzrank", {}, std::vector<float>{0, 2000}),
                       doctest::Contains("row 2 has label 2000"), Error);
  const std::vector<float> tiny = {1e-20F, 0};
  const test::Derivatives d = test::differentiate("boltzrank", {}, tiny, std::vector<double>{0, 0});
  CHECK(std::isfinite(d.loss));
  CHECK(std::isfinite(d.gradient[0]));
}
