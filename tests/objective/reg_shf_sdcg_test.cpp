#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"

using namespace gbrank;

namespace {

const OptionTexts kOptions = {{"sdcg-alpha", "2"},
                              {"sdcg-beta", "0.1"},
                              {"sdcg-k", "4"},
                              {"sdcg-normalize", "false"},
                              {"shf-scale", "3"}};
const test::SlowDcgOptions kSlow{2, 0.1, 4, false};

double squared_error(std::span<const float> labels, std::span<const double> scores) {
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    sum += 0.5 * std::pow(scores[i] - static_cast<double>(labels[i]), 2);
  }
  return sum;
}

}  // namespace

TEST_CASE("reg-shf-sdcg: equations 18 and 19 in every phase of the schedule") {
  for (const test::RandomList& list : test::random_lists(5, 60)) {
    for (const int m : {1, 40, 50, 61, 100}) {
      CAPTURE(list.kind);
      CAPTURE(m);
      const double tau = test::slow_tau(m, 100);
      const double width = test::slow_width(list.labels, list.scores, kSlow.k);
      const auto slow = [&](std::span<const double> at) {
        return tau * squared_error(list.labels, at) +
               (1 - tau) * 3 * test::slow_smooth_dcg(list.labels, at, kSlow, true, width).loss;
      };
      const test::Derivatives d =
          test::differentiate("reg-shf-sdcg", kOptions, list.labels, list.scores, {m, 100, 1});
      CHECK(d.traces[0] == doctest::Approx(tau));
      CHECK(d.loss == doctest::Approx(slow(list.scores)).epsilon(1e-10));
      test::check_slope(d.gradient, slow, list.scores);
      for (const double h : d.hessian) CHECK(h >= tau);
    }
  }
}

TEST_CASE("reg-shf-sdcg: tau is 0.999999 in the first round and 1/2 halfway") {
  const auto tau = [](int m, int planned) {
    return test::differentiate("reg-shf-sdcg", {}, std::vector<float>{1, 0},
                               std::vector<double>{0, 0}, {m, planned, 1})
        .traces[0];
  };
  CHECK(tau(1, 250) == doctest::Approx(0.999999).epsilon(1e-12));
  CHECK(tau(125, 250) == doctest::Approx(0.5));
  CHECK(tau(250, 250) < 1e-6);
  CHECK(tau(1, 3) == doctest::Approx(0.999999).epsilon(1e-12));
  // No schedule: plain regression.
  CHECK(tau(1, 2) == 1);
  CHECK(tau(2, 2) == 1);
  CHECK(tau(1, 1) == 1);
}

TEST_CASE("reg-shf-sdcg: a query that says nothing about order keeps regression's part") {
  const std::vector<float> labels = {1, 1, 1};
  const std::vector<double> scores = {0, 1, 3};
  const test::Derivatives d = test::differentiate("reg-shf-sdcg", {}, labels, scores, {60, 100, 1});
  const double tau = test::slow_tau(60, 100);
  CHECK(d.loss == doctest::Approx(tau * 2.5));
  CHECK(d.gradient[0] == doctest::Approx(-tau));
  CHECK(d.gradient[1] == 0);
  CHECK(d.gradient[2] == doctest::Approx(2 * tau));
  CHECK(std::isnan(d.traces[1]));
}

TEST_CASE("reg-shf-sdcg starts from the mean label") {
  CHECK(test::PreparedQuery("reg-shf-sdcg", {}, std::vector<float>{0, 1, 2, 2}).start == 1.25);
}
