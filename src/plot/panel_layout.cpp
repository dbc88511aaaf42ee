#include <algorithm>
#include <cmath>

#include "plot/marks.h"
#include "plot/panel.h"
#include "plot/style.h"
#include "plot/text.h"

namespace gbrank {
namespace {

constexpr double kTitleHeight = 24;
constexpr double kPlotHeight = 220;
constexpr double kRowHeight = 30;
constexpr double kLineHeight = 15;  // of rules' texts
constexpr double kTickHeight = 20;
constexpr double kLabelHeight = 18;
constexpr double kEdge = 20;  // beyond the frame, for half of the last tick's text
constexpr int kTicksOfY = 7;

struct Extents {
  Extent x;
  Extent y;
  bool whole_x = true;  // whole numbers only
  bool dots = false;
};

Extents extents_of(const Panel& panel) {
  Extents all;
  for (const Series& series : panel.series) {
    all.dots |= series.stroke == Stroke::kDots;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!is_shown(panel, series.x[i], series.y[i])) continue;
      all.x.add(series.x[i]);
      all.y.add(series.y[i]);
      all.whole_x &= series.x[i] == std::floor(series.x[i]);
      if (series.low.empty()) continue;
      for (const double end : {series.low[i], series.high[i]}) {
        if (panel.row_names.empty()) {
          all.y.add(end);
        } else if (is_shown(panel, end, 0)) {
          all.x.add(end);
        }
      }
    }
  }
  if (all.x.empty()) return all;
  for (const Rule& rule : panel.rules) {
    if (!rule.vertical) {
      all.y.add(rule.at);
    } else if (is_shown(panel, rule.at, 0)) {
      all.x.add(rule.at);
    }
  }
  return all;
}

double widest(const std::vector<Tick>& ticks) {
  double width = 0;
  for (const Tick& tick : ticks) width = std::max(width, text_width(tick.text, kTextSize));
  return width;
}

/// As many as have room beside each other.
std::vector<Tick> fitting_x_ticks(const Frame& frame, bool whole) {
  for (int most = std::max(2, static_cast<int>(frame.width / 45));; --most) {
    std::vector<Tick> ticks = ticks_of(frame.x, most, whole);
    double end = -1e9;
    bool fits = true;
    for (const Tick& tick : ticks) {
      const double half = text_width(tick.text, kTextSize) / 2;
      const double middle = frame.x_of(tick.at);
      fits = fits && middle - half >= end + 10;
      end = middle + half;
    }
    if (fits || most == 2) return ticks;
  }
}

std::vector<Tick> row_ticks(const Panel& panel, double width) {
  std::vector<Tick> ticks;
  for (std::size_t row = 0; row < panel.row_names.size(); ++row) {
    ticks.push_back({static_cast<double>(row), shortened(panel.row_names[row], width, kTextSize)});
  }
  return ticks;
}

/// The texts of vertical rules, each as near to its rule as the frame allows, in as many lines as
/// keep them apart; y is counted from the first line. Returns the number of lines.
int layout_rules(PanelLayout& layout) {
  const Frame& frame = layout.frame;
  std::vector<Rule> rules;
  for (const Rule& rule : layout.panel->rules) {
    if (rule.vertical && !rule.text.empty() && is_shown(*layout.panel, rule.at, 0)) {
      rules.push_back(rule);
    }
  }
  std::ranges::stable_sort(rules, {}, &Rule::at);
  std::vector<double> ends;  // of the texts so far, by line
  for (const Rule& rule : rules) {
    const std::string text = shortened(rule.text, frame.width, kTextSize);
    const double half = text_width(text, kTextSize) / 2;
    const double middle = std::clamp(frame.x_of(rule.at), frame.left + half,
                                     std::max(frame.left + half, frame.right() - half));
    auto line = std::ranges::find_if(ends, [&](double end) { return end + 10 <= middle - half; });
    if (line == ends.end()) line = ends.insert(ends.end(), 0);
    *line = middle + half;
    layout.vertical_rules.push_back(
        {text, middle, kLineHeight * static_cast<double>(line - ends.begin()) + kLineHeight / 2});
  }
  return static_cast<int>(ends.size());
}

/// What stands right of the frame: the texts of horizontal rules.
double right_margin(const Panel& panel, double width) {
  double margin = kEdge;
  for (const Rule& rule : panel.rules) {
    if (rule.vertical || !is_drawable(rule.at)) continue;
    margin = std::max(margin, 6 + std::min(width / 4, text_width(rule.text, kTextSize)));
  }
  return margin;
}

}  // namespace

PanelLayout layout_panel(const Panel& panel, double width) {
  PanelLayout layout{};
  layout.panel = &panel;
  layout.width = width;
  const Extents extents = extents_of(panel);
  layout.empty = extents.x.empty();
  Frame& frame = layout.frame;
  const bool rows = !panel.row_names.empty();
  if (!layout.empty) {
    frame.x = make_axis(extents.x, rows || extents.dots ? 0.04 : 0, panel.log_x);
    frame.y = make_axis(extents.y, 0.06);
  }
  frame.height = kPlotHeight;
  if (rows) {
    const auto count = static_cast<double>(panel.row_names.size());
    frame.y = {count - 0.5, -0.5, false};
    frame.height = std::max(2.0, count) * kRowHeight;
    layout.y_ticks = row_ticks(panel, 0.4 * width);
  } else if (!layout.empty) {
    layout.y_ticks = ticks_of(frame.y, kTicksOfY);
  }
  frame.left = 8 + widest(layout.y_ticks) + (panel.y_label.empty() ? 0 : kLabelHeight);
  frame.width = std::max(40.0, width - frame.left - right_margin(panel, width));
  if (!layout.empty) layout.x_ticks = fitting_x_ticks(frame, extents.whole_x && !rows);

  layout.legend_top = panel.title.empty() ? 0 : kTitleHeight;
  layout.legend = layout_legend(panel, width);
  frame.top = layout.legend_top + legend_height(layout.legend);
  const int lines = layout.empty ? 0 : layout_rules(layout);
  for (RuleText& rule : layout.vertical_rules) rule.y += frame.top;
  frame.top += lines * kLineHeight + 4;
  layout.height = frame.bottom() + kTickHeight + (panel.x_label.empty() ? 0 : kLabelHeight);
  return layout;
}

}  // namespace gbrank
