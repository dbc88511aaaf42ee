#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "base/random.h"
#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_ndcg.h"
#include "support/slow_softndcg.h"

using namespace gbrank;

namespace {

using List = test::ScoredList;

/// Grades or real labels, some scores tied; at least two different labels if n > 1.
List random_list(Random& random, std::size_t n, double spread) {
  List list;
  const bool grades = random.below(2) == 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double label = grades ? static_cast<double>(random.below(4)) : 3 * random.uniform();
    list.labels.push_back(static_cast<float>(label));
    const bool tied = i > 0 && random.below(4) == 0;
    list.scores.push_back(tied ? list.scores[random.below(i)] : spread * random.uniform());
  }
  if (n > 1) {
    list.labels[0] = 0;
    list.labels[n - 1] = 2;
  }
  return list;
}

struct Variant {
  OptionTexts options;
  test::SlowSoftNdcg slow;
};

const std::vector<Variant>& variants() {
  static const std::vector<Variant> list = {
      {{}, {}},
      {{{"softndcg-sigma", "0.3"}}, {.sigma = 0.3}},
      {{{"softndcg-rank", "normal"}}, {.normal = true}},
      {{{"softndcg-rank", "normal"}, {"softndcg-k", "5"}}, {.normal = true, .k = 5}},
      {{{"softndcg-sinkhorn", "1"}}, {.sinkhorn = 1}},
      {{{"softndcg-sinkhorn", "3"}}, {.sinkhorn = 3}},
      {{{"softndcg-sinkhorn", "2"}, {"softndcg-k", "4"}}, {.sinkhorn = 2, .k = 4}},
      {{{"softndcg-sinkhorn", "2"}, {"softndcg-rank", "normal"}}, {.normal = true, .sinkhorn = 2}},
      {{{"softndcg-discount-alpha", "-1"}}, {.alpha = -1}},
      {{{"softndcg-discount-alpha", "-0.3"}}, {.alpha = -0.3}},
      {{{"softndcg-discount-alpha", "0"}}, {.alpha = 0}},
      {{{"softndcg-discount-alpha", "0.5"}, {"softndcg-k", "7"}}, {.alpha = 0.5, .k = 7}},
      {{{"softndcg-k", "1"}}, {.k = 1}},
      {{{"softndcg-k", "10"}}, {.k = 10}},
      {{{"softndcg-gain", "2^y"}}, {.gain_less = 0}},
  };
  return list;
}

std::string words(const OptionTexts& options) {
  std::string text;
  for (const auto& [name, value] : options) text += name + "=" + value + " ";
  return text;
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    // Written so that a nan is seen.
    if (!(std::abs(a[i] - b[i]) <= largest)) largest = std::abs(a[i] - b[i]);
  }
  return largest;
}

double sum(std::span<const double> x) { return std::accumulate(x.begin(), x.end(), 0.0); }

}  // namespace

TEST_CASE("softndcg: the loss is that of the definition, by every table of kernels") {
  Random random(1);
  for (const Variant& variant : variants()) {
    CAPTURE(words(variant.options));
    double worst = 0;
    for (int trial = 0; trial < 40; ++trial) {
      const double spread = trial % 4 == 3 ? 0.1 : 3;
      const List list = random_list(random, 2 + random.below(39), spread);
      const double expected = test::slow_softndcg_loss(list.labels, list.scores, variant.slow);
      test::PreparedQuery query("softndcg", variant.options, list.labels);
      for (const Kernels* kernels : all_kernels()) {
        const double loss = query.differentiate(list.scores, {1, 9, 1}, *kernels).loss;
        worst = std::max(worst, std::abs(loss - expected));
      }
    }
    CHECK(worst < 1e-13);
  }
}

TEST_CASE("softndcg: the gradient is the slope of the loss and sums to zero") {
  Random random(2);
  for (const Variant& variant : variants()) {
    CAPTURE(words(variant.options));
    double worst = 0;
    for (int trial = 0; trial < 40; ++trial) {
      const double spread = trial % 4 == 3 ? 20 : trial % 4 == 2 ? 0.1 : 3;
      const List list = random_list(random, 1 + random.below(40), spread);
      test::PreparedQuery query("softndcg", variant.options, list.labels);
      const Kernels& kernels = trial % 2 == 0 ? exact_kernels() : fastest_kernels();
      const test::Derivatives d = query.differentiate(list.scores, {1, 9, 1}, kernels);
      const std::vector<double> slope = test::central_differences(
          [&](std::span<const double> at) {
            return query.differentiate(at, {1, 9, 1}, kernels).loss;
          },
          list.scores, 1e-5 * variant.slow.sigma);
      const double difference = largest_difference(d.gradient, slope);
      worst = std::max(worst, difference);
      CHECK(std::abs(sum(d.gradient)) < 1e-13);
      for (std::size_t i = 0; i < list.scores.size(); ++i) {
        // A Newton step is no longer than sigma sqrt 2.
        CHECK(std::abs(d.gradient[i]) <=
              d.hessian[i] * variant.slow.sigma * std::numbers::sqrt2 * (1 + 1e-12));
      }
    }
    CHECK(worst < 1e-8);
  }
}

TEST_CASE("softndcg: gradient and curvature are those of the forces of all contests") {
  Random random(8);
  for (const Variant& variant : variants()) {
    CAPTURE(words(variant.options));
    for (int trial = 0; trial < 20; ++trial) {
      const double spread = trial % 4 == 3 ? 20 : trial % 4 == 2 ? 0.1 : 3;
      List list = random_list(random, 2 + random.below(trial == 0 ? 39 : 15), spread);
      // The normal form, as it is written, divides by zero where no contest is open.
      const bool extreme = trial % 5 == 4 && !variant.slow.normal;
      for (double& score : list.scores) score = extreme ? test::extreme_score(random) : score;
      // Scores are divided by sigma sqrt 2 before they are subtracted.
      const double exactness = extreme ? 1e-8 : 1e-10;
      const test::SlowForces expected =
          test::slow_softndcg_forces(list.labels, list.scores, variant.slow);
      test::PreparedQuery query("softndcg", variant.options, list.labels);
      for (const Kernels* kernels : all_kernels()) {
        CAPTURE(std::string(kernels->name));
        const test::Derivatives d = query.differentiate(list.scores, {1, 9, 1}, *kernels);
        // Ranks of next to no chance are left out.
        test::check_close(d.gradient, expected.gradient, exactness, 1e-13);
        test::check_close(d.hessian, expected.hessian, exactness, 1e-13);
      }
    }
  }
}

TEST_CASE("softndcg: two passes give the gradient of the paper's recursion") {
  Random random(3);
  for (const std::size_t n : {2U, 3U, 9U, 17U, 60U}) {
    const List list = random_list(random, n, 3);
    const std::vector<double> expected =
        test::slow_softndcg_gradient(list.labels, list.scores, {.sigma = 0.7});
    test::PreparedQuery query("softndcg", {{"softndcg-sigma", "0.7"}}, list.labels);
    for (const Kernels* kernels : all_kernels()) {
      const test::Derivatives d = query.differentiate(list.scores, {1, 9, 1}, *kernels);
      CHECK(largest_difference(d.gradient, expected) < 1e-14);
    }
  }
}

TEST_CASE("softndcg: what is left out of long lists does not show") {
  // Ranks of little chance are dropped from a few hundred documents on.
  Random random(4);
  for (const double spread : {0.0, 3.0, 30.0}) {
    const List list = random_list(random, 500, spread);
    for (const Variant& variant : {variants()[0], variants()[13]}) {
      const double expected = test::slow_softndcg_loss(list.labels, list.scores, variant.slow);
      test::PreparedQuery query("softndcg", variant.options, list.labels);
      for (const Kernels* kernels : all_kernels()) {
        const double loss = query.differentiate(list.scores, {1, 9, 1}, *kernels).loss;
        CHECK(std::abs(loss - expected) < 1e-10);  // certain contests: 1e-12 each, by themselves
      }
    }
  }
}

TEST_CASE("softndcg: the same bits with any number of threads and instruction set") {
  Random random(5);
  const List list = random_list(random, 1100, 100);
  const std::vector<OptionTexts> all_options = {
      {},
      {{"softndcg-rank", "normal"}},
      {{"softndcg-k", "10"}},
      {{"softndcg-sinkhorn", "1"}, {"softndcg-rank", "normal"}}};
  for (const OptionTexts& options : all_options) {
    CAPTURE(words(options));
    test::PreparedQuery query("softndcg", options, list.labels);
    const test::Derivatives exact = query.differentiate(list.scores);
    const test::Derivatives one = query.differentiate(list.scores, {1, 9, 1}, fastest_kernels());
    CHECK(std::abs(one.loss - exact.loss) < 1e-12);
    CHECK(largest_difference(one.gradient, exact.gradient) < 1e-14);
    CHECK(largest_difference(one.hessian, exact.hessian) < 1e-14);
    CHECK(*std::max_element(exact.gradient.begin(), exact.gradient.end()) > 1e-5);
    for (const int threads : {2, 3}) {
      const test::Derivatives many =
          query.differentiate(list.scores, {1, 9, 1}, fastest_kernels(), threads);
      CHECK(many.loss == one.loss);
      CHECK(many.gradient == one.gradient);
      CHECK(many.hessian == one.hessian);
    }
    for (const Kernels* kernels : all_kernels().subspan(1)) {
      CAPTURE(std::string(kernels->name));
      const test::Derivatives other = query.differentiate(list.scores, {1, 9, 1}, *kernels);
      CHECK(other.loss == one.loss);
      CHECK(other.gradient == one.gradient);
      CHECK(other.hessian == one.hessian);
    }
  }
}

TEST_CASE("softndcg: scores far apart give the plain NDCG") {
  // Documents of grades 0, 2, 1 at ranks 1, 2, 3.
  const std::vector<float> labels = {0, 2, 1};
  const std::vector<double> scores = {3e6, 0, -3e6};
  const double best = 3 + 1 / std::log2(3.0);
  const double ndcg = (3 / std::log2(3.0) + 0.5) / best;
  for (const Variant& variant : {variants()[0], variants()[2], variants()[5]}) {
    const test::Derivatives d = test::differentiate("softndcg", variant.options, labels, scores);
    CHECK(d.loss == doctest::Approx(1 - ndcg).epsilon(1e-14));
    CHECK(d.gradient == std::vector<double>(3));
  }
}

TEST_CASE("softndcg: Sinkhorn scaling gives every document the same share of a cold start") {
  // Without it, hardly anyone stands at the first rank: 2^-(n - 1) of each document's chances.
  const std::size_t n = 60;
  std::vector<float> labels(n, 0.0F);
  labels[7] = 1;
  double mean_discount = 0;
  for (std::size_t r = 0; r < n; ++r) {
    mean_discount += 1 / std::log2(static_cast<double>(r) + 2) / static_cast<double>(n);
  }
  for (const Kernels* kernels : all_kernels()) {
    test::PreparedQuery query("softndcg", {{"softndcg-sinkhorn", "1"}}, labels);
    const test::Derivatives d =
        query.differentiate(std::vector<double>(n, 0.0), {1, 9, 1}, *kernels);
    CHECK(d.loss == doctest::Approx(1 - mean_discount).epsilon(1e-12));
    CHECK(d.gradient[7] < -0.01);
  }
}

TEST_CASE("softndcg: everything stays finite") {
  Random random(6);
  for (const Variant& variant : variants()) {
    CAPTURE(words(variant.options));
    for (const double size : {0.0, 1e-9, 30.0, 1e6, 1e300}) {
      for (const std::size_t n : {2U, 5U, 300U}) {
        List list = random_list(random, n, 1);
        for (double& score : list.scores) score = (score - 0.5) * size;
        test::PreparedQuery query("softndcg", variant.options, list.labels);
        const test::Derivatives d = query.differentiate(list.scores, {1, 9, 1}, fastest_kernels());
        bool fine = std::isfinite(d.loss) && d.loss > -1e-12 && d.loss <= 1;
        for (std::size_t i = 0; i < n; ++i) {
          fine = fine && std::isfinite(d.gradient[i]) && d.hessian[i] >= 0 &&
                 std::isfinite(d.hessian[i]);
        }
        CAPTURE(size);
        CAPTURE(n);
        CHECK(fine);
      }
    }
  }
  // Columns that nobody stands in: 2^-1199 is no double.
  std::vector<float> labels(1200, 0.0F);
  labels[0] = 1;
  test::PreparedQuery query("softndcg", {{"softndcg-sinkhorn", "1"}}, labels);
  const test::Derivatives d =
      query.differentiate(std::vector<double>(1200, 0.0), {1, 9, 1}, fastest_kernels());
  CHECK(d.loss > 0);
  CHECK(d.loss < 1);
  CHECK(d.gradient[0] < 0);
  CHECK(std::abs(sum(d.gradient)) < 1e-12);
}

TEST_CASE("softndcg: lists of 10,000 documents") {
  Random random(7);
  List list = random_list(random, 10000, 3000);
  for (std::size_t i = 0; i < 10000; ++i) {
    if (i % 10 != 0 && i + 1 < 10000) list.labels[i] = 0;
  }
  for (const OptionTexts& options :
       {OptionTexts{{"softndcg-rank", "normal"}}, OptionTexts{{"softndcg-k", "10"}}}) {
    test::PreparedQuery query("softndcg", options, list.labels);
    const test::Derivatives d = query.differentiate(list.scores, {1, 9, 1}, fastest_kernels());
    CHECK(d.loss > 0);
    CHECK(d.loss < 1);
    CHECK(std::abs(sum(d.gradient)) < 1e-12);
  }
}

TEST_CASE("softndcg: queries that say nothing of order have no loss and no gradient") {
  // The last one's labels differ, but not its gains.
  for (const std::vector<float>& labels :
       {std::vector<float>{1}, std::vector<float>{0, 0, 0}, std::vector<float>{2, 2},
        std::vector<float>{0, 1e-40F}}) {
    const std::vector<double> scores(labels.size(), 0.5);
    const test::Derivatives d = test::differentiate("softndcg", {}, labels, scores);
    CHECK(d.loss == 0);
    CHECK(d.gradient == std::vector<double>(labels.size()));
    CHECK(d.hessian == std::vector<double>(labels.size()));
  }
}

TEST_CASE("softndcg: labels and options that make no sense are refused") {
  CHECK_THROWS_WITH_AS(
      test::PreparedQuery("softndcg", {}, std::vector<float>{0, 513}),
      doctest::Contains("the gains 2^label of objective softndcg take labels up to 512"), Error);
  const std::vector<float> labels = {0, 1};
  for (const auto& [name, value] :
       {std::pair{"softndcg-sigma", "0"}, std::pair{"softndcg-rank", "exact"},
        std::pair{"softndcg-sinkhorn", "1.5"}, std::pair{"softndcg-discount-alpha", "1.1"},
        std::pair{"softndcg-k", "-1"}, std::pair{"softndcg-gain", "y"}}) {
    CHECK_THROWS_AS(test::PreparedQuery("softndcg", {{name, value}}, labels), Error);
  }
}
