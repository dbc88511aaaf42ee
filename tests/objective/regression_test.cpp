#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"

using namespace gbrank;

TEST_CASE("regression: the gradient is the slope of its loss, the hessian is one") {
  for (const test::RandomList& list : test::random_lists(10, 60)) {
    CAPTURE(list.kind);
    const test::Derivatives d = test::differentiate("regression", {}, list.labels, list.scores);
    const test::Derivatives expected = test::slow_regression(list.labels, list.scores);
    CHECK(d.loss == doctest::Approx(expected.loss).epsilon(1e-12));
    CHECK(d.gradient == expected.gradient);
    CHECK(d.hessian == std::vector<double>(list.labels.size(), 1));
    test::check_slope(
        d.gradient,
        [&](std::span<const double> at) {
          return test::differentiate("regression", {}, list.labels, at).loss;
        },
        list.scores);
  }
}

TEST_CASE("regression: four documents, by hand") {
  const test::Derivatives d = test::differentiate(
      "regression", {}, std::vector<float>{2, 0, 0.5F, 1}, std::vector<double>{0.3, -1, 2, 1});
  CHECK(d.loss == doctest::Approx((1.7 * 1.7 + 1 + 1.5 * 1.5) / 2));
  CHECK(d.gradient[0] == doctest::Approx(-1.7));
  CHECK(d.gradient[1] == -1);
  CHECK(d.gradient[2] == 1.5);
  CHECK(d.gradient[3] == 0);
}

TEST_CASE("regression starts from the mean of all labels") {
  CHECK(test::PreparedQuery("regression", {}, std::vector<float>{0, 1, 2, 2}).start == 1.25);
}
