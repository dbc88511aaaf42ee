#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <vector>

namespace gbrank::test {

/// Central differences of a function of many numbers. At 1e6 a double has steps of 1e-10, so what
/// is divided by is the difference that was made, not the one that was meant.
inline std::vector<double> central_differences(
    const std::function<double(std::span<const double>)>& function, std::vector<double> at,
    double step = 1e-5) {
  std::vector<double> gradient(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double middle = at[i];
    const double high = middle + step;
    const double low = middle - step;
    at[i] = high;
    const double above = function(at);
    at[i] = low;
    const double below = function(at);
    at[i] = middle;
    gradient[i] = (above - below) / (high - low);
  }
  return gradient;
}

}  // namespace gbrank::test
