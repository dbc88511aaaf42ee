#pragma once

#include <cmath>
#include <cstdint>

#include "base/random.h"

namespace gbrank::bench {

/// Nearly a standard normal: twelve uniforms less six. They are 16-bit pieces of three words and
/// their sum is a whole number, so it is quick and the same on every machine.
inline double normal(Random& random) {
  std::uint64_t sum = 0;
  for (int word = 0; word < 3; ++word) {
    const std::uint64_t bits = random.next();
    for (int piece = 0; piece < 4; ++piece) sum += (bits >> (16 * piece)) & 0xffff;
  }
  return (static_cast<double>(sum) + 6.0) * 0x1p-16 - 6.0;
}

/// Log-normal with the given median. Libraries may differ in the last bit of exp, which six
/// written decimals hide.
inline double log_normal(Random& random, double median, double sigma) {
  return median * std::exp(sigma * normal(random));
}

/// Poisson, by the product of uniforms (Knuth, TAOCP 3.4.1) where the mean is small and by a
/// rounded normal where that would take long.
inline int poisson(Random& random, double mean) {
  if (mean > 12.0) {
    return static_cast<int>(std::fmax(0.0, std::floor(mean + std::sqrt(mean) * normal(random))));
  }
  const double limit = std::exp(-mean);
  int count = 0;
  for (double product = random.uniform(); product > limit; product *= random.uniform()) ++count;
  return count;
}

}  // namespace gbrank::bench
