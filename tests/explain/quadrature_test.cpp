#include "explain/quadrature.h"

#include <cmath>

#include <doctest/doctest.h>

namespace gbrank {
namespace {

/// The sum in the place of the integral of t^degree.
double power_sum(const Quadrature& rule, std::size_t degree) {
  double sum = 0;
  for (std::size_t i = 0; i < rule.size(); ++i) {
    sum += rule.weight[i] * std::pow(rule.node[i], static_cast<double>(degree));
  }
  return sum;
}

double power_integral(std::size_t degree) { return 1 / static_cast<double>(degree + 1); }

}  // namespace

TEST_CASE("n nodes integrate polynomials of degree 2n - 1 exactly, and not one more") {
  for (std::size_t n = 1; n <= 40; ++n) {
    CAPTURE(n);
    const Quadrature rule = gauss_legendre(n);
    REQUIRE(rule.size() == n);
    for (std::size_t degree = 0; degree < 2 * n; ++degree) {
      CAPTURE(degree);
      CHECK(std::abs(power_sum(rule, degree) - power_integral(degree)) < 1e-15);
    }
    // What is missing at the next degree is (n!)^4 / ((2n)!^2 (2n + 1)).
    if (n <= 5) {
      const double nodes = static_cast<double>(n);
      const double missing = std::pow(std::tgamma(nodes + 1), 4) /
                             (std::pow(std::tgamma(2 * nodes + 1), 2) * (2 * nodes + 1));
      CHECK(power_integral(2 * n) - power_sum(rule, 2 * n) ==
            doctest::Approx(missing).epsilon(1e-6));
    }
  }
}

TEST_CASE("nodes ascend between 0 and 1, and what they leave to 1 is as exact as they are") {
  for (const std::size_t n : {1U, 2U, 7U, 100U, 2001U}) {
    CAPTURE(n);
    const Quadrature rule = gauss_legendre(n);
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(rule.node[i] > (i == 0 ? 0 : rule.node[i - 1]));
      CHECK(rule.weight[i] > 0);
      CHECK(rule.node[i] + rule.rest[i] == doctest::Approx(1).epsilon(1e-15));
      CHECK(rule.rest[i] == rule.node[n - 1 - i]);
    }
    CHECK(std::abs(power_sum(rule, 0) - 1) < 1e-14);
    CHECK(power_sum(rule, 2 * n - 1) == doctest::Approx(power_integral(2 * n - 1)).epsilon(1e-12));
  }
}

}  // namespace gbrank
