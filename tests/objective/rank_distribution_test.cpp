#include "objective/rank_distribution.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <doctest/doctest.h>

#include "base/random.h"
#include "support/slow_softndcg.h"

using namespace gbrank;

namespace {

/// Documents with uniform scores, sigma being 1.
struct Documents {
  std::vector<double> scores;
  std::vector<double> x;

  Documents(Random& random, std::size_t n, double spread) : scores(n), x(n + kSpareElements) {
    for (std::size_t i = 0; i < n; ++i) {
      scores[i] = spread * random.uniform();
      x[i] = scores[i] / std::numbers::sqrt2;
    }
  }

  Contests contests(std::size_t ranks, bool far_tails,
                    const Kernels& kernels = fastest_kernels()) const {
    return {std::span(x).first(scores.size()), 1 / std::numbers::sqrt2, ranks, far_tails, &kernels};
  }
  std::vector<double> chances(std::size_t j) const {
    std::vector<double> chances;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (i != j) chances.push_back(test::slow_chance(scores[i], scores[j], 1));
    }
    return chances;
  }
};

}  // namespace

TEST_CASE("rank distribution: binomial ranks are the convolution of the contests") {
  Random random(1);
  for (const std::size_t n : {2U, 3U, 8U, 9U, 10U, 65U, 66U, 67U, 130U, 700U}) {
    for (const double spread : {0.0, 2.0, 15.0, 200.0}) {
      CAPTURE(n);
      CAPTURE(spread);
      const Documents documents(random, n, spread);
      for (const Kernels* kernels : all_kernels()) {
        Arena memory;
        const auto ranks = binomial_ranks(documents.contests(n, false, *kernels), memory);
        const auto top = binomial_ranks(
            documents.contests(std::min<std::size_t>(n, 12), false, *kernels), memory);
        for (int trial = 0; trial < 3; ++trial) {
          const std::size_t j = random.below(n);
          const std::vector<double> expected = test::slow_binomial(documents.chances(j));
          std::vector<double> p(n);
          ranks->turn_to(j);
          ranks->write(p);
          double error = 0;
          for (std::size_t r = 0; r < n; ++r) error += std::abs(p[r] - expected[r]);
          CHECK(error < 1e-9);  // of up to 700 contests, those taken as certain are off by 1e-12
          CHECK(std::accumulate(p.begin(), p.end(), 0.0) == doctest::Approx(1).epsilon(1e-13));
          // With a cut-off, the same up to there.
          std::vector<double> first(std::min<std::size_t>(n, 12));
          top->turn_to(j);
          top->write(first);
          for (std::size_t r = 0; r < first.size(); ++r) CHECK(std::abs(first[r] - p[r]) < 1e-17);
        }
      }
    }
  }
}

TEST_CASE("rank distribution: dropping ranks of little chance costs what binomial_ranks.cpp says") {
  Random random(2);
  const std::size_t n = 1500;
  for (const double spread : {0.0, 3.0, 8.0}) {
    const Documents documents(random, n, spread);
    Arena memory;
    const auto kept = binomial_ranks(documents.contests(n, false), memory);
    const auto all = binomial_ranks(documents.contests(n, true), memory);
    const std::vector<double> value = test::slow_discount(n, {});
    double error = 0;
    double gradient_error = 0;
    for (const std::size_t j : {0U, 700U, 1499U}) {
      std::vector<double> p(n);
      std::vector<double> full(n);
      std::vector<double> gradient(n + kSpareElements);
      std::vector<double> full_gradient(n + kSpareElements);
      std::vector<double> hessian(n + kSpareElements);
      kept->turn_to(j);
      kept->write(p);
      kept->send_back(value, 1, gradient.data(), hessian.data());
      all->turn_to(j);
      all->write(full);
      all->send_back(value, 1, full_gradient.data(), hessian.data());
      double dropped = 0;
      for (std::size_t r = 0; r < n; ++r) {
        if (p[r] == 0) dropped += full[r];
      }
      error = std::max(error, dropped);
      for (std::size_t i = 0; i < n; ++i) {
        gradient_error = std::max(gradient_error, std::abs(gradient[i] - full_gradient[i]));
      }
    }
    CHECK(error > 0);
    CHECK(error < 2 * (n + 7) * 1e-18);
    CHECK(gradient_error < 7.2 * 2 * (n + 7) * 1e-18 / std::numbers::sqrt2);
  }
}

TEST_CASE("rank distribution: with far tails, small chances are as exact as large ones") {
  Random random(3);
  const std::size_t n = 300;
  const Documents documents(random, n, 1.5);
  for (const bool normal : {false, true}) {
    Arena memory;
    const auto ranks = normal ? normal_ranks(documents.contests(n, true), memory)
                              : binomial_ranks(documents.contests(n, true), memory);
    for (const std::size_t j : {0U, 100U, 299U}) {
      const std::vector<double> expected = normal ? test::slow_normal(documents.chances(j))
                                                  : test::slow_binomial(documents.chances(j));
      std::vector<double> p(n);
      ranks->turn_to(j);
      ranks->write(p);
      double least = 1;
      for (std::size_t r = 0; r < n; ++r) {
        // Beyond that, the normal's differences are of numbers out of its reach.
        if (expected[r] < 1e-200) continue;
        least = std::min(least, expected[r]);
        CHECK(p[r] == doctest::Approx(expected[r]).epsilon(1e-9));
      }
      CHECK(least < 1e-40);
    }
  }
}

TEST_CASE("rank distribution: sampled contests stand where it says") {
  Random random(4);
  const Documents documents(random, 6, 3);
  Arena memory;
  const auto ranks = binomial_ranks(documents.contests(6, false), memory);
  for (const std::size_t j : {0U, 3U}) {
    const std::vector<double> chances = documents.chances(j);
    std::vector<double> p(6);
    ranks->turn_to(j);
    ranks->write(p);
    std::vector<double> seen(6);
    const int samples = 200000;
    for (int s = 0; s < samples; ++s) {
      std::size_t rank = 0;
      for (const double chance : chances) rank += random.uniform() < chance;
      seen[rank] += 1.0 / samples;
    }
    for (std::size_t r = 0; r < 6; ++r) {
      CHECK(std::abs(seen[r] - p[r]) < 5 * std::sqrt(p[r] * (1 - p[r]) / samples) + 1e-5);
    }
  }
}

TEST_CASE("rank distribution: of two documents it is that of sorted Gaussian scores") {
  Random random(5);
  const Documents documents(random, 2, 2);
  Arena memory;
  const auto ranks = binomial_ranks(documents.contests(2, false), memory);
  std::vector<double> p(2);
  ranks->turn_to(1);
  ranks->write(p);
  const auto gaussian = [&] {
    return std::sqrt(-2 * std::log(1 - random.uniform())) *
           std::cos(2 * std::numbers::pi * random.uniform());
  };
  int above = 0;
  const int samples = 200000;
  for (int s = 0; s < samples; ++s) {
    above += documents.scores[0] + gaussian() > documents.scores[1] + gaussian();
  }
  CHECK(std::abs(above / static_cast<double>(samples) - p[1]) < 0.005);
}

TEST_CASE("rank distribution: normal ranks sum to one and approach binomial ones") {
  Random random(6);
  double before = 1;
  for (const std::size_t n : {10U, 100U, 1000U}) {
    const Documents documents(random, n, 2);
    Arena memory;
    const auto normal = normal_ranks(documents.contests(n, false), memory);
    const auto binomial = binomial_ranks(documents.contests(n, false), memory);
    double worst = 0;
    for (std::size_t j = 0; j < 10; ++j) {
      std::vector<double> p(n);
      std::vector<double> q(n);
      normal->turn_to(j);
      normal->write(p);
      binomial->turn_to(j);
      binomial->write(q);
      double difference = 0;  // total variation
      for (std::size_t r = 0; r < n; ++r) difference += 0.5 * std::abs(p[r] - q[r]);
      worst = std::max(worst, difference);
      CHECK(std::accumulate(p.begin(), p.end(), 0.0) == doctest::Approx(1).epsilon(1e-13));
      const std::vector<double> value = test::slow_discount(n, {});
      double sum = 0;
      for (std::size_t r = 0; r < n; ++r) sum += p[r] * value[r];
      CHECK(normal->expected(value) == doctest::Approx(sum).epsilon(1e-12));
    }
    CHECK(worst < before / 2);
    before = worst;
  }
  CHECK(before < 0.01);
}
