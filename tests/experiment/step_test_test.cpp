#include "experiment/step_test.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {
namespace {

/// Differences of many queries at five steps, without any raise but by chance.
std::vector<double> chance(std::uint64_t seed, std::size_t queries) {
  Random random(random_key(seed));
  std::vector<double> differences;
  for (std::size_t q = 0; q < queries; ++q) {
    double walk = 0;  // neighbouring steps are alike
    for (int s = 0; s < 5; ++s) differences.push_back(walk += random.uniform() - 0.5);
  }
  return differences;
}

/// The definition, by all signs.
double slow_p(const std::vector<double>& differences, std::size_t steps) {
  const std::size_t queries = differences.size() / steps;
  const auto best = [&](std::size_t signs) {
    double most = 0;
    for (std::size_t s = 0; s < steps; ++s) {
      double sum = 0;
      double squares = 0;
      for (std::size_t q = 0; q < queries; ++q) {
        const double d = differences[q * steps + s];
        sum += (signs >> q & 1) != 0 ? -d : d;
        squares += d * d;
      }
      if (squares > 0) most = std::max(most, sum / std::sqrt(squares));
    }
    return most;
  };
  double found = 0;
  const std::size_t all = std::size_t{1} << queries;
  for (std::size_t signs = 0; signs < all; ++signs) found += best(signs) >= best(0) - 1e-9;
  return found / static_cast<double>(all);
}

}  // namespace

TEST_CASE("the test of the best step tries all signs of few queries, as its definition says") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<double> differences = chance(seed, 8);
    CHECK(step_test(differences, 5, 1000, 1) == doctest::Approx(slow_p(differences, 5)));
  }
  // Queries that no step changes do not matter.
  std::vector<double> differences = chance(1, 8);
  const double p = step_test(differences, 5, 1000, 1);
  differences.insert(differences.begin() + 10, 100 * 5, 0.0);
  CHECK(step_test(differences, 5, 1000, 1) == p);
}

TEST_CASE("a sample of signs comes near to all of them") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const std::vector<double> differences = chance(seed, 12);
    const double exact = step_test(differences, 5, 4096, 1);
    const double sampled = step_test(differences, 5, 4095, 1);
    CHECK(sampled != exact);
    // 100 are found, so a standard error is a tenth.
    CHECK(sampled == doctest::Approx(exact).epsilon(0.4));
  }
}

TEST_CASE("a step that raises every query is sure, one that raises none is not") {
  CHECK(step_test(std::vector<double>(100, 0.01), 1, 10000, 1) == 1.0 / 10001);
  CHECK(step_test(std::vector<double>(10, 0.01), 1, 10000, 1) == 1.0 / 1024);
  CHECK(step_test(std::vector<double>(100, -0.01), 1, 10000, 1) == 1);
  CHECK(step_test(std::vector<double>(100, 0.0), 5, 10000, 1) == 1);
  CHECK(step_test({}, 5, 10000, 1) == 1);
}

TEST_CASE("that the best of several steps is looked at is taken into account") {
  // Where nothing but chance is at work, p is below 5% in 5% of the cases, and not more often
  // because there are five steps to choose from.
  int found = 0;
  int naive = 0;
  constexpr int kCases = 1000;
  for (int c = 0; c < kCases; ++c) {
    const std::vector<double> differences = chance(random_key(7, c), 30);
    found += step_test(differences, 5, 2000, 1) < 0.05;
    double least = 1;
    for (std::size_t s = 0; s < 5; ++s) {
      std::vector<double> alone;
      for (std::size_t q = 0; q < 30; ++q) alone.push_back(differences[q * 5 + s]);
      least = std::min(least, step_test(alone, 1, 2000, 1));
    }
    naive += least < 0.05;
  }
  CHECK(found > 25);  // 50, and 3.6 standard deviations
  CHECK(found < 75);
  CHECK(naive > 90);
}

}  // namespace gbrank
