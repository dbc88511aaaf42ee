#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"
#include "support/smooth_dcg_settings.h"

using namespace gbrank;

TEST_CASE("reg-shf-sdcg: equations 18 and 19 in every phase of the schedule, for any options") {
  for (const test::RandomList& list : test::random_lists(5, 60)) {
    for (const test::SlowDcgOptions& o : test::kSmoothDcgSettings) {
      for (const int m : {1, 40, 50, 61, 100}) {
        CAPTURE(list.kind);
        CAPTURE(o.k);
        CAPTURE(m);
        OptionTexts options = test::option_texts(o);
        options["shf-scale"] = "3";
        const double tau = test::slow_tau(m, 100);
        const double width = test::slow_width(list.labels, list.scores, o.k);
        const auto slow = [&](std::span<const double> at) {
          return test::slow_reg_shf_sdcg(list.labels, at, o, 3, tau, width);
        };
        const test::Derivatives d =
            test::differentiate("reg-shf-sdcg", options, list.labels, list.scores, {m, 100, 1});
        const test::Derivatives expected = slow(list.scores);
        CHECK(d.traces[0] == doctest::Approx(tau));
        CHECK(d.loss == doctest::Approx(expected.loss).epsilon(1e-10));
        test::check_close(d.gradient, expected.gradient, list.exactness(1e-10));
        test::check_close(d.hessian, expected.hessian, list.exactness(1e-10));
        test::check_slope(
            d.gradient, [&](std::span<const double> at) { return slow(at).loss; }, list.scores);
      }
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
