#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.h"

namespace gbrank::sample {

/// Standard normal: one of the two variates of Box and Muller (1958). The other is thrown away so
/// that every call takes the same two words from the stream.
inline double normal(Random& random) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - random.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * random.uniform());
}

/// Log-normal with the given median.
inline double log_normal(Random& random, double median, double sigma) {
  return median * std::exp(sigma * normal(random));
}

/// Poisson by the product of uniforms (Knuth, TAOCP 3.4.1): time grows with the mean, which is cut
/// at 100, far above any mean asked for here.
inline int poisson(Random& random, double mean) {
  const double limit = std::exp(-std::min(mean, 100.0));
  int count = 0;
  for (double product = random.uniform(); product > limit; product *= random.uniform()) ++count;
  return count;
}

}  // namespace gbrank::sample
