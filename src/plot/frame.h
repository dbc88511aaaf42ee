#pragma once

#include "plot/axis.h"

namespace gbrank {

/// The rectangle of a panel in which its data stands, in pixels, and what values it spans.
struct Frame {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;
  Axis x;
  Axis y;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
  double x_of(double value) const { return left + width * x.place(value); }
  double y_of(double value) const { return bottom() - height * y.place(value); }
};

}  // namespace gbrank
