#include "plot/axis.h"

#include <algorithm>
#include <cassert>

namespace gbrank {

void Extent::add(double value) {
  if (!is_drawable(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

double Axis::place(double value) const {
  return ((log ? std::log10(value) : value) - from) / (to - from);
}

Axis make_axis(const Extent& extent, double share, bool log) {
  assert(!extent.empty() && (!log || extent.low > 0));
  Axis axis{extent.low, extent.high, log};
  if (log) {
    axis.from = std::log10(extent.low);
    axis.to = std::log10(extent.high);
  }
  // Differences that are only rounding would blow noise up to the height of the picture, and leave
  // ticks without digits that tell them apart.
  const double size = std::max(std::abs(axis.from), std::abs(axis.to));
  double room = share * (axis.to - axis.from);
  if (axis.to - axis.from <= std::max(1e-12 * size, 1e-290)) {
    room = log ? 0.5 : size < 1e-280 ? 1 : 0.05 * size;
  }
  axis.from -= room;
  axis.to += room;
  return axis;
}

}  // namespace gbrank
