// What must hold for every objective of the list, those that will be added included.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include <doctest/doctest.h>

#include "base/random.h"
#include "support/check_derivatives.h"
#include "support/random_lists.h"

using namespace gbrank;

namespace {

/// Those whose loss depends on more than the differences of scores.
bool has_absolute_scores(const std::string& name) {
  return name == "regression" || name == "reg-shf-sdcg";
}

/// Those that draw random numbers by the place of a row, so that shuffled rows are other draws.
bool draws_by_row(const std::string& name) { return name == "boltzrank" || name == "spsa-ndcg"; }

test::RandomList long_list(std::size_t n, double spread, std::uint64_t seed) {
  Random random(random_key(seed, n));
  test::RandomList list;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = random.uniform();
    list.labels.push_back(u < 0.97 ? 0.0F : u < 0.99 ? 1.0F : 2.0F);
    list.scores.push_back(spread * (random.uniform() - 0.5));
  }
  list.labels[0] = 2;
  return list;
}

void check_finite(const test::Derivatives& d) {
  CHECK(std::isfinite(d.loss));
  CHECK(std::ranges::all_of(d.gradient, [](double g) { return std::isfinite(g); }));
  CHECK(std::ranges::all_of(d.hessian, [](double h) { return std::isfinite(h) && h >= 0; }));
}

bool same_bits(const test::Derivatives& a, const test::Derivatives& b) {
  const auto same = [](const std::vector<double>& x, const std::vector<double>& y) {
    return std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
  };
  return same(a.gradient, b.gradient) && same(a.hessian, b.hessian) &&
         std::memcmp(&a.loss, &b.loss, sizeof a.loss) == 0;
}

}  // namespace

TEST_CASE("every objective: finite numbers for scores of +-1e6 and lists of 1 to 10,000") {
  for (const ObjectiveInfo& info : objectives()) {
    for (const std::size_t n : {1U, 2U, 3U, 40U, 1025U, 10'000U}) {
      for (const double spread : {0.0, 1.0, 2e6}) {
        CAPTURE(info.name);
        CAPTURE(n);
        CAPTURE(spread);
        const test::RandomList list = long_list(n, spread, 1);
        test::PreparedQuery query(info.name, {}, list.labels);
        check_finite(query.differentiate(list.scores, {3, 10, 1}, fastest_kernels()));
        // The obvious code takes too long for the longest.
        if (n < 10'000) check_finite(query.differentiate(list.scores, {3, 10, 1}));
      }
    }
  }
}

TEST_CASE("every objective: labels that differ by next to nothing give finite numbers") {
  const std::vector<float> labels = {0, 1e-38F, 0, 1e-30F};
  for (const ObjectiveInfo& info : objectives()) {
    CAPTURE(info.name);
    check_finite(test::differentiate(info.name, {}, labels, std::vector<double>{0, 1, 2, 1}));
  }
}

TEST_CASE("every objective: a query that says nothing about order has no loss and no gradient") {
  Random random(random_key(12));
  for (const ObjectiveInfo& info : objectives()) {
    for (const std::size_t n : {1U, 2U, 3U, 100U, 1025U, 10'000U}) {
      for (const float label : {0.0F, 0.5F, 2.0F}) {
        CAPTURE(info.name);
        CAPTURE(n);
        CAPTURE(label);
        std::vector<double> scores(n);
        for (double& score : scores) score = test::extreme_score(random);
        const std::vector<float> labels(n, label);
        test::PreparedQuery query(info.name, {}, labels);
        const test::Derivatives d = query.differentiate(scores, {5, 10, 1}, fastest_kernels());
        if (has_absolute_scores(info.name)) {
          // What is left is squared error, of which reg-shf-sdcg has half at half of its schedule.
          const double share = info.name == "regression" ? 1 : 0.5;
          std::vector<double> gradient(n);
          for (std::size_t i = 0; i < n; ++i) {
            gradient[i] = share * (scores[i] - static_cast<double>(label));
          }
          check_finite(d);
          CHECK(d.gradient == gradient);
          CHECK(d.hessian == std::vector<double>(n, share));
          continue;
        }
        CHECK(d.loss == 0);
        CHECK(d.gradient == std::vector<double>(n));
        CHECK(d.hessian == std::vector<double>(n));
      }
    }
  }
}

TEST_CASE("every objective: gradients sum to zero where only differences of scores count") {
  for (const ObjectiveInfo& info : objectives()) {
    if (has_absolute_scores(info.name)) continue;
    for (const test::RandomList& list : test::random_lists(7, 40)) {
      CAPTURE(info.name);
      CAPTURE(list.kind);
      const test::Derivatives d = test::differentiate(info.name, {}, list.labels, list.scores);
      const double sum = std::accumulate(d.gradient.begin(), d.gradient.end(), 0.0);
      CHECK(std::abs(sum) <= 1e-12 * std::max(1.0, test::largest(d.gradient)));
    }
  }
}

TEST_CASE(
    "every objective: the fast paths agree with the exact one, and with each other bit for bit") {
  for (const ObjectiveInfo& info : objectives()) {
    std::vector<test::RandomList> lists = test::random_lists(8, 40);
    lists.push_back(long_list(600, 10, 2));
    lists.push_back(long_list(300, 3000, 3));
    for (const test::RandomList& list : lists) {
      CAPTURE(info.name);
      CAPTURE(list.kind);
      test::PreparedQuery query(info.name, {}, list.labels);
      // Halfway through a schedule everything counts.
      const Round round{5, 10, 1};
      const test::Derivatives exact = query.differentiate(list.scores, round);
      const test::Derivatives portable = query.differentiate(list.scores, round, *all_kernels()[1]);
      test::check_close(portable.gradient, exact.gradient, 1e-7);
      test::check_close(portable.hessian, exact.hessian, 1e-7);
      CHECK(portable.loss == doctest::Approx(exact.loss).epsilon(1e-8));
      for (const Kernels* table : all_kernels().subspan(2)) {
        CAPTURE(table->name);
        CHECK(same_bits(query.differentiate(list.scores, round, *table), portable));
      }
      // Derivatives do not depend on whether the loss is wanted.
      const test::Derivatives silent =
          query.differentiate(list.scores, {5, 10, 1, false}, *all_kernels()[1]);
      CHECK(silent.gradient == portable.gradient);
      CHECK(silent.hessian == portable.hessian);
    }
  }
}

TEST_CASE("every objective: a long list has the same bits on any number of threads") {
  for (const ObjectiveInfo& info : objectives()) {
    const test::RandomList list = long_list(3000, 6, 4);
    CAPTURE(info.name);
    test::PreparedQuery query(info.name, {}, list.labels);
    const Round round{5, 10, 1};
    const test::Derivatives one = query.differentiate(list.scores, round, fastest_kernels(), 1);
    CHECK(test::largest(one.gradient) > 0);
    for (const int threads : {2, 3, 9}) {
      CHECK(same_bits(query.differentiate(list.scores, round, fastest_kernels(), threads), one));
    }
  }
}

TEST_CASE("every objective: the order of rows does not matter where scores differ") {
  for (const ObjectiveInfo& info : objectives()) {
    if (draws_by_row(info.name)) continue;
    for (test::RandomList list : test::random_lists(9, 20)) {
      const std::size_t n = list.labels.size();
      for (std::size_t i = 0; i < n; ++i) list.scores[i] += 1e-3 * static_cast<double>(i);
      std::vector<std::size_t> shuffled(n);
      std::iota(shuffled.begin(), shuffled.end(), std::size_t{0});
      Random random(random_key(3, n));
      for (std::size_t i = n; i > 1; --i) std::swap(shuffled[i - 1], shuffled[random.below(i)]);
      test::RandomList other = list;
      for (std::size_t i = 0; i < n; ++i) {
        other.labels[i] = list.labels[shuffled[i]];
        other.scores[i] = list.scores[shuffled[i]];
      }
      CAPTURE(info.name);
      CAPTURE(list.kind);
      const Round round{5, 10, 1};
      const test::Derivatives a =
          test::differentiate(info.name, {}, list.labels, list.scores, round);
      const test::Derivatives b =
          test::differentiate(info.name, {}, other.labels, other.scores, round);
      std::vector<double> expected(n);
      for (std::size_t i = 0; i < n; ++i) expected[i] = a.gradient[shuffled[i]];
      test::check_close(b.gradient, expected, 1e-9);
      CHECK(b.loss == doctest::Approx(a.loss));
    }
  }
}
