#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/differentiate.h"
#include "support/finite_differences.h"

namespace gbrank::test {

inline double largest(std::span<const double> values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

/// Two vectors agree to a share of the largest number in them. What is below `nothing` does not
/// count; at least 1e-300, for fast exponentials end at exp(-700).
inline void check_close(std::span<const double> found, std::span<const double> expected,
                        double share, double nothing = 1e-300) {
  REQUIRE(found.size() == expected.size());
  const double allowed = share * largest(expected) + nothing;
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(found[i] - expected[i]) <= allowed);
  }
}

/// The gradient is the slope of a loss, by central differences. Where the slope has kinks, `jump`
/// is how much its own slope may jump: differences across a kink are wrong by up to a step of it.
/// Differences of a large loss have few digits, so at extreme scores this finds gross errors only;
/// there it is the comparison with the definition that counts.
inline void check_slope(std::span<const double> gradient,
                        const std::function<double(std::span<const double>)>& loss,
                        std::span<const double> scores, double jump = 0) {
  constexpr double kStep = 1e-5;
  const std::vector<double> slope =
      central_differences(loss, std::vector<double>(scores.begin(), scores.end()), kStep);
  // Differences of the loss are as exact as the loss is large.
  const double noise = 1e-15 * std::abs(loss(scores)) / kStep * 10;
  const double allowed =
      1e-6 * std::max(largest(slope), largest(gradient)) + noise + kStep * jump + 1e-10;
  for (std::size_t i = 0; i < slope.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(gradient[i] - slope[i]) <= allowed);
  }
}

}  // namespace gbrank::test
