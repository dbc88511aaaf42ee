#pragma once

#include <string>
#include <vector>

#include "plot/chart.h"
#include "plot/frame.h"
#include "plot/legend.h"
#include "plot/ticks.h"

namespace gbrank {

/// The text of a rule, and the middle of its line of text.
struct RuleText {
  std::string text;
  double x;
  double y;
};

/// Where the parts of a panel are, from its upper left corner. From top to bottom: title, legend,
/// texts of vertical rules, the data, ticks, label.
struct PanelLayout {
  const Panel* panel;
  double width;
  double height;
  bool empty;  // nothing to draw
  double legend_top;
  std::vector<LegendEntry> legend;
  Frame frame;
  std::vector<Tick> x_ticks;
  std::vector<Tick> y_ticks;
  std::vector<RuleText> vertical_rules;
};

/// Of a panel of some width. `panel` is the caller's and must outlive the layout.
PanelLayout layout_panel(const Panel& panel, double width);

/// Adds a panel to a picture; it grows to so much height where it has no rows.
void draw_panel(std::string& svg, PanelLayout layout, double left, double top, double height);

}  // namespace gbrank
