#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"
#include "support/smooth_dcg_settings.h"

using namespace gbrank;

TEST_CASE("sdcg: loss, gradient and curvature are those of the definition, for any options") {
  for (const test::RandomList& list : test::random_lists(3, 60)) {
    for (const test::SlowDcgOptions& o : test::kSmoothDcgSettings) {
      CAPTURE(list.kind);
      CAPTURE(o.k);
      const test::Derivatives d =
          test::differentiate("sdcg", test::option_texts(o), list.labels, list.scores);
      const auto slow = [&](std::span<const double> at) {
        return test::slow_smooth_dcg(list.labels, at, o, false, static_cast<double>(o.k));
      };
      const test::Derivatives expected = slow(list.scores);
      CHECK(d.loss == doctest::Approx(expected.loss).epsilon(list.exactness(1e-12)));
      test::check_close(d.gradient, expected.gradient, list.exactness(1e-10));
      test::check_close(d.hessian, expected.hessian, list.exactness(1e-10));
      test::check_slope(
          d.gradient, [&](std::span<const double> at) { return slow(at).loss; }, list.scores);
      for (std::size_t i = 0; i < d.gradient.size(); ++i) {
        // A Newton step is at most 1 / alpha.
        CHECK(d.hessian[i] >= std::abs(d.gradient[i]) * o.alpha * (1 - 1e-12));
      }
    }
  }
}

TEST_CASE("sdcg: steep sigmoids give the true DCG") {
  const std::vector<float> labels = {0, 2, 1, 0, 2, 0};
  const std::vector<double> scores = {5, 4, 3, 2, 1, 0};
  const double dcg = 3 / std::log2(3.0) + 1 / std::log2(4.0) + 3 / std::log2(6.0);
  const OptionTexts options = {
      {"sdcg-alpha", "1000"}, {"sdcg-beta", "1000"}, {"sdcg-k", "10"}, {"sdcg-normalize", "false"}};
  CHECK(test::differentiate("sdcg", options, labels, scores).loss == doctest::Approx(-dcg));
  OptionTexts cut = options;
  cut["sdcg-k"] = "4";
  CHECK(test::differentiate("sdcg", cut, labels, scores).loss ==
        doctest::Approx(-dcg + 3 / std::log2(6.0)));
  cut["sdcg-normalize"] = "true";
  CHECK(test::differentiate("sdcg", cut, labels, scores).loss ==
        doctest::Approx(-(dcg - 3 / std::log2(6.0)) / (3 + 3 / std::log2(3.0) + 0.5)));
}

TEST_CASE(
    "sdcg: equation 11 - the terms of two documents pull both scores in opposite directions") {
  // G(o_1 - o_2) = 3/4 here, so the ranks are 7/4 and 5/4 and change with the scores by 3/16. The
  // numbers are equations 6 to 8 differentiated by an arithmetic of 40 digits.
  const std::vector<double> scores = {0, std::log(3.0)};
  const OptionTexts options = {{"sdcg-alpha", "1"}, {"sdcg-beta", "0.5"}, {"sdcg-k", "2"}};
  const auto check = [&](const std::vector<float>& labels, double loss, double push) {
    const test::Derivatives d = test::differentiate("sdcg", options, labels, scores);
    CHECK(d.loss == doctest::Approx(loss).epsilon(1e-14));
    CHECK(d.gradient[0] == doctest::Approx(push).epsilon(1e-14));
    CHECK(d.gradient[1] == doctest::Approx(-push).epsilon(1e-14));
    CHECK(d.hessian[0] == doctest::Approx(std::abs(push)).epsilon(1e-14));
    CHECK(d.hessian[1] == doctest::Approx(std::abs(push)).epsilon(1e-14));
  };
  check({2, 0}, -1.0919512087926899, -0.12158771766382389);
  check({0, 1}, -0.50658512231417892, 0.071403249241371375);
  // Both terms of equation 9: what is left of the push is less than half of it.
  check({2, 1}, -1.5985363311068688, -0.12158771766382389 + 0.071403249241371375);
}

TEST_CASE("sdcg: with its defaults it moves from a cold start of long lists") {
  std::vector<float> labels(150);
  for (std::size_t i = 0; i < 20; ++i) labels[7 * i] = 1 + static_cast<float>(i % 2);
  const test::Derivatives d =
      test::differentiate("sdcg", {}, labels, std::vector<double>(labels.size()));
  CHECK(test::largest(d.gradient) > 1e-6);
}
