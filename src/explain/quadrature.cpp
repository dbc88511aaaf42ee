#include "explain/quadrature.h"

#include <cmath>
#include <numbers>

namespace gbrank {
namespace {

struct Legendre {
  long double value;
  long double slope;
};

/// The Legendre polynomial of degree n >= 1 inside of [-1, 1], by its recurrence.
Legendre legendre(std::size_t n, long double x) {
  long double before = 1;
  long double value = x;
  for (std::size_t k = 2; k <= n; ++k) {
    const auto degree = static_cast<long double>(k);
    const long double next = ((2 * degree - 1) * x * value - (degree - 1) * before) / degree;
    before = value;
    value = next;
  }
  return {value, static_cast<long double>(n) * (x * value - before) / (x * x - 1)};
}

}  // namespace

Quadrature gauss_legendre(std::size_t n) {
  Quadrature rule{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < (n + 1) / 2; ++i) {
    // Newton's method, which doubles the digits of this estimate with each step.
    long double x =
        std::cos(std::numbers::pi_v<long double> * (static_cast<long double>(i) + 0.75L) /
                 (static_cast<long double>(n) + 0.5L));
    Legendre p = legendre(n, x);
    for (int step = 0; step < 5; ++step) {
      x -= p.value / p.slope;
      p = legendre(n, x);
    }
    const std::size_t mirror = n - 1 - i;
    rule.node[i] = rule.rest[mirror] = static_cast<double>((1 - x) / 2);
    rule.rest[i] = rule.node[mirror] = static_cast<double>((1 + x) / 2);
    rule.weight[i] = rule.weight[mirror] =
        static_cast<double>(1 / ((1 - x * x) * p.slope * p.slope));
  }
  return rule;
}

}  // namespace gbrank
