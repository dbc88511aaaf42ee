#pragma once

#include <string>

#include "plot/chart.h"
#include "plot/frame.h"

namespace gbrank {

/// Whether a point of a panel has a place on the picture.
bool is_shown(const Panel& panel, double x, double y);

/// Adds the area of a line's intervals to a picture. Apart from the series themselves, so that no
/// area lies over a line.
void draw_bands(std::string& svg, const Panel& panel, const Series& series, const Frame& frame);

/// Adds the lines, dots and bars of a series.
void draw_marks(std::string& svg, const Panel& panel, const Series& series, const Frame& frame);

}  // namespace gbrank
