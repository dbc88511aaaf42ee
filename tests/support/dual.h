#pragma once

#include <cmath>
#include <numbers>

namespace gbrank::test {

/// A number and its derivative by one variable: a function of such numbers differentiates itself,
/// exactly, and without a formula for the derivative that could be wrong.
struct Dual {
  double value = 0;
  double slope = 0;

  Dual(double v = 0, double s = 0) : value(v), slope(s) {}
};

inline Dual operator-(Dual a) { return {-a.value, -a.slope}; }
inline Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
inline Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
inline Dual operator*(Dual a, Dual b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
inline Dual operator/(Dual a, Dual b) {
  const double ratio = a.value / b.value;
  return {ratio, (a.slope - ratio * b.slope) / b.value};
}
inline bool operator<(Dual a, Dual b) { return a.value < b.value; }

inline Dual sqrt(Dual a) {
  const double root = std::sqrt(a.value);
  return {root, a.slope / (2 * root)};
}
inline Dual erfc(Dual a) {
  const double fall = 2 / std::sqrt(std::numbers::pi) * std::exp(-a.value * a.value);
  return {std::erfc(a.value), -fall * a.slope};
}

}  // namespace gbrank::test
