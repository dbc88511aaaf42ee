#pragma once

#include <span>
#include <vector>

namespace gbrank {

/// A point of a series on the picture, in pixels, and where its interval begins and ends; NaN: it
/// has none.
struct Point {
  double x;
  double y;
  double low;
  double high;
};

/// The points of a line that show: of neighbours within a column of one pixel the first and the
/// last, the least and the largest, of y and of both ends of the interval. The line covers the same
/// pixels as before.
std::vector<Point> thinned(std::span<const Point> line);

}  // namespace gbrank
