#include <doctest/doctest.h>

#include "support/check_derivatives.h"
#include "support/random_lists.h"
#include "support/slow_objectives.h"

using namespace gbrank;

TEST_CASE("gbrank: loss, gradient and hessian are those of the definition, for any margin") {
  for (const test::RandomList& list : test::random_lists(2, 60)) {
    for (const double tau : {1.0, 0.0, 2.5}) {
      CAPTURE(list.kind);
      CAPTURE(tau);
      const OptionTexts options = {{"gbrank-tau", std::to_string(tau)}};
      const test::Derivatives d = test::differentiate("gbrank", options, list.labels, list.scores);
      const test::Derivatives expected = test::slow_gbrank(list.labels, list.scores, tau);
      CHECK(d.loss == doctest::Approx(expected.loss).epsilon(1e-12));
      test::check_close(d.gradient, expected.gradient, 1e-12);
      CHECK(d.hessian == expected.hessian);
      test::check_slope(
          d.gradient,
          [&](std::span<const double> at) {
            return test::differentiate("gbrank", options, list.labels, at).loss;
          },
          list.scores, static_cast<double>(list.labels.size()));
    }
  }
}

TEST_CASE("gbrank: a pair is left alone once the better document is ahead by the margin") {
  const std::vector<float> labels = {2, 0};
  CHECK(test::differentiate("gbrank", {}, labels, std::vector<double>{1.5, 0}).gradient ==
        std::vector<double>{0, 0});
  const test::Derivatives d =
      test::differentiate("gbrank", {}, labels, std::vector<double>{0, 0.5});
  CHECK(d.loss == doctest::Approx(1.125));
  CHECK(d.gradient == std::vector<double>{-1.5, 1.5});
  CHECK(d.hessian == std::vector<double>{1, 1});
}
