#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"

using namespace gbrank;

TEST_CASE("ranknet: loss, gradient and hessian are those of the definition") {
  for (const test::RandomList& list : test::random_lists(1, 60)) {
    CAPTURE(list.kind);
    const test::Derivatives d = test::differentiate("ranknet", {}, list.labels, list.scores);
    const test::Derivatives expected = test::slow_ranknet(list.labels, list.scores);
    CHECK(d.loss == doctest::Approx(expected.loss).epsilon(1e-12));
    test::check_close(d.gradient, expected.gradient, 1e-12);
    test::check_close(d.hessian, expected.hessian, 1e-12);
    test::check_slope(
        d.gradient,
        [&](std::span<const double> at) {
          return test::differentiate("ranknet", {}, list.labels, at).loss;
        },
        list.scores);
  }
}

TEST_CASE("ranknet: two documents, by hand") {
  // s = (0, ln 3): the better document is behind, so p = 1 / (1 + 1/3) = 3/4.
  const test::Derivatives d = test::differentiate("ranknet", {}, std::vector<float>{1, 0},
                                                  std::vector<double>{0, std::log(3.0)});
  CHECK(d.loss == doctest::Approx(std::log(4.0)));
  CHECK(d.gradient[0] == doctest::Approx(-0.75));
  CHECK(d.gradient[1] == doctest::Approx(0.75));
  CHECK(d.hessian[0] == doctest::Approx(3.0 / 16));
  CHECK(d.hessian[1] == doctest::Approx(3.0 / 16));
}
