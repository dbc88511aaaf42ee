#include "gbrank/significance.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "base/random.h"

using namespace gbrank;

namespace {

const double kNaN = std::nan("");

/// Darwin's maize in eighths of an inch, crossed less self-fertilised (Fisher, The Design of
/// Experiments, 1935, chapter 3).
const std::vector<double> kMaize = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

PairedComparison from_zero(const std::vector<double>& differences,
                           const RandomisationOptions& options = {}) {
  return compare_paired(std::vector<double>(differences.size()), differences, options);
}

std::vector<double> random_values(std::size_t n, std::uint64_t seed, double shift) {
  Random random(seed);
  std::vector<double> values(n);
  for (double& value : values) value = random.uniform() + shift;
  return values;
}

}  // namespace

TEST_CASE("the paired t-test is that of Student's sleep data") {
  // Student 1908; t, p and interval as R's t.test(paired = TRUE) prints them.
  const std::vector<double> first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  const std::vector<double> second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  const PairedComparison c = compare_paired(first, second);
  CHECK(c.queries == 10);
  CHECK(c.mean_a == doctest::Approx(0.75));
  CHECK(c.mean_b == doctest::Approx(2.33));
  CHECK(c.difference == doctest::Approx(1.58));
  CHECK(c.t == doctest::Approx(4.0621).epsilon(1e-5));
  CHECK(c.t_p == doctest::Approx(0.002833).epsilon(1e-4));
  CHECK(c.low == doctest::Approx(0.7001142).epsilon(1e-6));
  CHECK(c.high == doctest::Approx(2.4598858).epsilon(1e-6));
  CHECK(c.higher == 9);
  CHECK(c.equal == 1);
  CHECK(c.lower == 0);
}

TEST_CASE("the interval of a mean is that of Student's sleep data; NaN does not count") {
  // R: t.test(c(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4))$conf.int
  const MeanInterval c =
      mean_interval(std::vector{1.9, 0.8, kNaN, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4});
  CHECK(c.queries == 10);
  CHECK(c.mean == doctest::Approx(2.33));
  CHECK(c.low == doctest::Approx(0.8976775).epsilon(1e-6));
  CHECK(c.high == doctest::Approx(3.7623225).epsilon(1e-6));
  const MeanInterval one = mean_interval(std::vector{0.5});
  CHECK(one.mean == 0.5);
  CHECK(std::isnan(one.low));
  CHECK(std::isnan(mean_interval(std::vector{kNaN}).mean));
}

TEST_CASE("Fisher's randomisation of Darwin's maize: 1726 of 32768 exchanges differ as much") {
  const PairedComparison c = from_zero(kMaize);
  CHECK(c.exact);
  CHECK(c.randomisation_p == 1726.0 / 32768);
  CHECK(c.higher == 13);
  CHECK(c.lower == 2);
  // By the other way around, the same.
  const PairedComparison other = compare_paired(kMaize, std::vector<double>(kMaize.size()));
  CHECK(other.randomisation_p == c.randomisation_p);
  CHECK(other.difference == -c.difference);
  CHECK(other.t_p == c.t_p);
}

TEST_CASE("a sample of the exchanges comes near, differs with the seed and not with the threads") {
  const double exact = from_zero(kMaize).randomisation_p;
  double before = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const PairedComparison c = from_zero(kMaize, {.samples = 30000, .seed = seed, .threads = 1});
    CHECK_FALSE(c.exact);
    // Three standard errors.
    CHECK(std::abs(c.randomisation_p - exact) < 3 * std::sqrt(exact * (1 - exact) / 30000));
    CHECK(c.randomisation_p != before);
    before = c.randomisation_p;
    for (const int threads : {2, 3}) {
      CHECK(
          from_zero(kMaize, {.samples = 30000, .seed = seed, .threads = threads}).randomisation_p ==
          c.randomisation_p);
    }
  }
}

TEST_CASE("queries without a difference do not count for the randomisation, but for the t-test") {
  std::vector<double> more = kMaize;
  more.resize(200);
  CHECK(from_zero(more).exact);
  CHECK(from_zero(more).randomisation_p == from_zero(kMaize).randomisation_p);
  CHECK(from_zero(more).equal == 185);
  CHECK(from_zero(more).difference == doctest::Approx(314.0 / 200));
}

TEST_CASE("many queries: the randomisation agrees with the t-test where values are well behaved") {
  // More than 64, and not a multiple of it.
  for (const double shift : {0.0, 0.03, 0.06}) {
    const PairedComparison c =
        compare_paired(random_values(301, 7, 0), random_values(301, 8, shift), {.threads = 2});
    CHECK_FALSE(c.exact);
    CHECK(c.randomisation_p == doctest::Approx(c.t_p).epsilon(0.1));
  }
  // All in one direction: no exchange of so many gives as much, yet p is not 0.
  const PairedComparison c = from_zero(random_values(100, 9, 0.1));
  CHECK(c.randomisation_p == 1.0 / 100001);
}

TEST_CASE("a test at 5% finds something in 5% of the comparisons in which there is nothing") {
  int by_t = 0;
  int by_chance = 0;
  constexpr std::uint64_t kTrials = 1000;
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    const PairedComparison c =
        compare_paired(random_values(40, random_key(1, trial), 0),
                       random_values(40, random_key(2, trial), 0), {.samples = 500});
    by_t += c.t_p < 0.05;
    by_chance += c.randomisation_p < 0.05;
  }
  // Three standard errors are 0.02.
  CHECK(std::abs(by_t / 1000.0 - 0.05) < 0.021);
  CHECK(std::abs(by_chance / 1000.0 - 0.05) < 0.021);
}

TEST_CASE("queries that do not count are left out, and what cannot be tested has no p") {
  const PairedComparison c =
      compare_paired(std::vector<double>{1, kNaN, 2, 3}, std::vector<double>{2, 5, kNaN, 3});
  CHECK(c.queries == 2);
  CHECK(c.mean_a == 2);
  CHECK(c.mean_b == 2.5);
  CHECK(c.randomisation_p == 1);
  const PairedComparison one = from_zero({0.5});
  CHECK(one.difference == 0.5);
  CHECK(std::isnan(one.t));
  CHECK(std::isnan(one.t_p));
  CHECK(std::isnan(one.low));
  CHECK(one.randomisation_p == 1);
  const PairedComparison none = from_zero({});
  CHECK(none.queries == 0);
  CHECK(std::isnan(none.difference));
  CHECK(std::isnan(none.randomisation_p));
}

TEST_CASE("equal rankings do not differ, and a constant difference is beyond all doubt for t") {
  const PairedComparison same = from_zero(std::vector<double>(30));
  CHECK(same.t == 0);
  CHECK(same.t_p == 1);
  CHECK(same.randomisation_p == 1);
  CHECK(same.low == 0);
  CHECK(same.high == 0);
  const PairedComparison constant = from_zero(std::vector<double>(10, -0.5));
  CHECK(constant.t == -std::numeric_limits<double>::infinity());
  CHECK(constant.t_p == 0);
  CHECK(constant.randomisation_p == 2.0 / 1024);
}

TEST_CASE("what is no comparison is an error") {
  CHECK_THROWS_WITH_AS(compare_paired(std::vector<double>(3), std::vector<double>(4)),
                       "found 3 and 4 queries, expected as many", Error);
  CHECK_THROWS_WITH_AS(from_zero({0, std::numeric_limits<double>::infinity()}),
                       "query 2 has 0 and inf, expected finite numbers", Error);
}

TEST_CASE("Holm's adjustment") {
  const auto near = [](const std::vector<double>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (std::isnan(expected[i])) {
        CHECK(std::isnan(found[i]));
      } else {
        CHECK(found[i] == doctest::Approx(expected[i]));
      }
    }
  };
  // As R's p.adjust(method = "holm").
  near(holm(std::vector<double>{0.01, 0.04, 0.03, 0.005}), {0.03, 0.06, 0.06, 0.02});
  near(holm(std::vector<double>{0.9, 0.6, 0.02}), {1, 1, 0.06});
  near(holm(std::vector<double>{0.03, kNaN, 0.01}), {0.03, kNaN, 0.02});
  near(holm(std::vector<double>{0.2}), {0.2});
  CHECK(holm({}).empty());
}
