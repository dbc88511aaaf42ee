#pragma once

#include <string>
#include <vector>

#include "plot/chart.h"

namespace gbrank {

inline constexpr double kLegendRow = 18;  // pixels

/// A series in the legend of its panel, from the legend's upper left corner.
struct LegendEntry {
  const Series* series;
  std::string text;
  double x;
  double y;
};

/// The named series of a panel, one beside the other, in as many rows as the width asks for.
std::vector<LegendEntry> layout_legend(const Panel& panel, double width);

double legend_height(const std::vector<LegendEntry>& legend);

void draw_legend(std::string& svg, const std::vector<LegendEntry>& legend, double left, double top);

}  // namespace gbrank
