#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"
#include "support/smooth_dcg_settings.h"

using namespace gbrank;

TEST_CASE(
    "shf-sdcg: loss, gradient, curvature and width are those of the definition, for any options") {
  for (const test::RandomList& list : test::random_lists(4, 80)) {
    for (const test::SlowDcgOptions& o : test::kSmoothDcgSettings) {
      CAPTURE(list.kind);
      CAPTURE(o.k);
      const test::Derivatives d =
          test::differentiate("shf-sdcg", test::option_texts(o), list.labels, list.scores);
      if (test::says_nothing(list.labels)) {
        CHECK(std::isnan(d.traces[0]));
        continue;
      }
      const double width = test::slow_width(list.labels, list.scores, o.k);
      CHECK(d.traces[0] == width);
      // The width is a constant of the round.
      const auto slow = [&](std::span<const double> at) {
        return test::slow_smooth_dcg(list.labels, at, o, true, width);
      };
      const test::Derivatives expected = slow(list.scores);
      CHECK(d.loss == doctest::Approx(expected.loss).epsilon(list.exactness(1e-12)));
      test::check_close(d.gradient, expected.gradient, list.exactness(1e-10));
      test::check_close(d.hessian, expected.hessian, list.exactness(1e-10));
      test::check_slope(
          d.gradient, [&](std::span<const double> at) { return slow(at).loss; }, list.scores);
      for (std::size_t i = 0; i < d.gradient.size(); ++i) {
        CHECK(d.hessian[i] >= std::abs(d.gradient[i]) * o.alpha * (1 - 1e-12));
      }
    }
  }
}

TEST_CASE("shf-sdcg: equation 16 - in a wrong pair both ranks push alike, by alpha / 4") {
  // The better document is behind by 3: A = 1/2 + 3 alpha / 4 = 2, so the ranks are 3 and 4, and
  // both change with the scores by alpha / 4 = 1/2. The width is 2. The numbers are equations 8 and
  // 12 to 17 differentiated by an arithmetic of 40 digits.
  const std::vector<double> scores = {0, 3};
  const OptionTexts options = {{"sdcg-alpha", "2"}, {"sdcg-beta", "0.1"}, {"sdcg-k", "1"}};
  const auto check = [&](const std::vector<float>& labels, double loss, double push) {
    const test::Derivatives d = test::differentiate("shf-sdcg", options, labels, scores);
    CHECK(d.traces[0] == 2);
    CHECK(d.loss == doctest::Approx(loss).epsilon(1e-14));
    CHECK(d.gradient[0] == doctest::Approx(push).epsilon(1e-14));
    CHECK(d.gradient[1] == doctest::Approx(-push).epsilon(1e-14));
    CHECK(d.hessian[0] == doctest::Approx(-2 * push).epsilon(1e-14));
    CHECK(d.hessian[1] == doctest::Approx(-2 * push).epsilon(1e-14));
  };
  // d (1 / log2(1 + r) W(r)) / dr at 3 and at 4.
  const double at_3 = -0.055300687668593304;
  const double at_4 = -0.034752338030202064;
  check({2, 0}, -0.71253121878159002, 3 * at_3 / 2);
  check({2, 1}, -0.90640716338070984, (3 * at_3 + at_4) / 2);
}

TEST_CASE("shf-sdcg: the width is the list at a cold start and k once the ranking is right") {
  std::vector<float> labels = {0, 0, 2, 0, 1, 0, 0, 2, 0, 1};
  const OptionTexts options = {
      {"sdcg-alpha", "1"}, {"sdcg-beta", "0.1"}, {"sdcg-k", "3"}, {"sdcg-normalize", "false"}};
  const auto width = [&](const std::vector<double>& scores) {
    return test::differentiate("shf-sdcg", options, labels, scores).traces[0];
  };
  CHECK(width(std::vector<double>(10)) == 10);
  // Both 2s and the better-ranked 1 are the three; the other 1 may stand anywhere.
  CHECK(width({1, 1, 9, 1, 8, 1, 1, 10, 1, 0}) == 3);
  CHECK(width({1, 1, 9, 1, 8, 1, 1, 0, 1, 0}) == 10);
}
