#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"
#include "support/smooth_dcg_settings.h"

using namespace gbrank;

TEST_CASE("shf-sdcg: loss, gradient and width are those of the definition, for any options") {
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
      CHECK(d.loss == doctest::Approx(slow(list.scores).loss).epsilon(1e-12));
      test::check_close(d.gradient, slow(list.scores).gradient, 1e-10);
      test::check_slope(
          d.gradient, [&](std::span<const double> at) { return slow(at).loss; }, list.scores);
      for (std::size_t i = 0; i < d.gradient.size(); ++i) {
        CHECK(d.hessian[i] >= std::abs(d.gradient[i]) * o.alpha * (1 - 1e-12));
      }
    }
  }
}

TEST_CASE("shf-sdcg: equation 16 - in a wrong pair both ranks grow alike, by alpha / 4") {
  // The better document is behind. Both terms of the loss then push the same way.
  const double alpha = 2;
  const OptionTexts options = {
      {"sdcg-alpha", "2"}, {"sdcg-beta", "0.1"}, {"sdcg-k", "1"}, {"sdcg-normalize", "false"}};
  const std::vector<float> labels = {2, 1};
  const std::vector<double> scores = {0, 3};
  const test::SlowDcgOptions o{alpha, 0.1, 1, false};
  const double width = 2;
  const auto rank = [&](std::size_t i, double s0, double s1) {
    return 1 + (i == 0 ? test::slow_hinge_a(alpha, s0 - s1) : test::slow_hinge_b(alpha, s1 - s0));
  };
  constexpr double kStep = 1e-6;
  for (std::size_t i = 0; i < 2; ++i) {
    const double by_first = (rank(i, kStep, 3) - rank(i, -kStep, 3)) / (2 * kStep);
    const double by_second = (rank(i, 0, 3 + kStep) - rank(i, 0, 3 - kStep)) / (2 * kStep);
    CHECK(by_first == doctest::Approx(-alpha / 4));
    CHECK(by_second == doctest::Approx(alpha / 4));
  }
  // The library: d loss / d s_0 = (slope_0 + slope_1)(-alpha / 4), with the slopes of the value of
  // each rank from the definition.
  const auto value = [&](double gain, double r) {
    return -gain / std::log2(1 + r) * test::slow_sigmoid(o.beta, r - width);
  };
  const auto slope = [&](double gain, double r) {
    return (value(gain, r + kStep) - value(gain, r - kStep)) / (2 * kStep);
  };
  const double both = slope(3, rank(0, 0, 3)) + slope(1, rank(1, 0, 3));
  const test::Derivatives d = test::differentiate("shf-sdcg", options, labels, scores);
  CHECK(d.gradient[0] == doctest::Approx(-both * alpha / 4).epsilon(1e-6));
  CHECK(d.gradient[1] == doctest::Approx(both * alpha / 4).epsilon(1e-6));
  CHECK(d.gradient[0] < 0);
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
