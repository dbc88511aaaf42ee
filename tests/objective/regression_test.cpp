#include <doctest/doctest.h>

#include "support/differentiate.h"
#include "support/finite_differences.h"

using namespace gbrank;

TEST_CASE("regression: the gradient is the slope of its loss, the hessian is one") {
  const std::vector<float> labels = {2, 0, 0.5F, 1};
  const std::vector<double> scores = {0.3, -1, 2, 1};
  const test::Derivatives d = test::differentiate("regression", {}, labels, scores);
  const std::vector<double> slope = test::central_differences(
      [&](std::span<const double> at) {
        return test::differentiate("regression", {}, labels, at).loss;
      },
      scores);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(d.gradient[i] == doctest::Approx(slope[i]));
    CHECK(d.hessian[i] == 1);
  }
  CHECK(d.loss == doctest::Approx((1.7 * 1.7 + 1 + 1.5 * 1.5) / 2));
}

TEST_CASE("regression starts from the mean of all labels") {
  CHECK(test::PreparedQuery("regression", {}, std::vector<float>{0, 1, 2, 2}).start == 1.25);
}
