#pragma once

#include <cmath>
#include <limits>

namespace gbrank {

/// Whether a number can be drawn: not NaN, nor so large that differences are infinite.
inline bool is_drawable(double value) { return std::abs(value) < 1e300; }

/// From the least to the largest of some values.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool empty() const { return low > high; }
  /// What cannot be drawn is left out.
  void add(double value);
};

/// Where values stand on one axis.
struct Axis {
  double from = 0;  // their logarithms to base 10 where `log` is set
  double to = 1;
  bool log = false;

  /// 0 at the beginning of the axis, 1 at its end.
  double place(double value) const;
};

/// An axis that shows an extent, which must not be empty, and some share of it more on both sides.
/// An extent of a single value gets room around it.
Axis make_axis(const Extent& extent, double share, bool log = false);

}  // namespace gbrank
