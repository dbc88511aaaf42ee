#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <vector>

namespace gbrank::test {

/// Central differences of a function of many numbers.
inline std::vector<double> central_differences(
    const std::function<double(std::span<const double>)>& function, std::vector<double> at,
    double step = 1e-5) {
  std::vector<double> gradient(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double middle = at[i];
    at[i] = middle + step;
    const double above = function(at);
    at[i] = middle - step;
    const double below = function(at);
    at[i] = middle;
    gradient[i] = (above - below) / (2 * step);
  }
  return gradient;
}

}  // namespace gbrank::test
