#include "plot/panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "plot/marks.h"
#include "plot/style.h"
#include "plot/text.h"

namespace gbrank {
namespace {

/// Where a text's baseline is below its middle.
constexpr double kHalfText = 4;

void draw_horizontal(std::string& svg, const char* looks, const Frame& frame, double y) {
  svg += fmt::format("<path class=\"{}\" d=\"M{:.1f},{:.1f}H{:.1f}\"/>\n", looks, frame.left, y,
                     frame.right());
}

void draw_vertical(std::string& svg, const char* looks, const Frame& frame, double x) {
  svg += fmt::format("<path class=\"{}\" d=\"M{:.1f},{:.1f}V{:.1f}\"/>\n", looks, x, frame.top,
                     frame.bottom());
}

void draw_text(std::string& svg, const char* looks, double x, double y, const std::string& text) {
  svg += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", looks, x, y,
                     xml_text(text));
}

/// A text that may be cut, which then tells the whole where a pointer rests on it.
void draw_title(std::string& svg, const PanelLayout& layout, double left, double top) {
  const std::string& title = layout.panel->title;
  if (title.empty()) return;
  // Bold letters are wider.
  const std::string text = shortened(title, layout.width / 1.08, kPanelTitleSize);
  svg += fmt::format("<text class=\"panel\" x=\"{:.1f}\" y=\"{:.1f}\">{}{}</text>\n", left,
                     top + kPanelTitleSize, xml_text(text),
                     text == title ? "" : fmt::format("<title>{}</title>", xml_text(title)));
}

void draw_axes(std::string& svg, const PanelLayout& layout) {
  const Frame& frame = layout.frame;
  for (const Tick& tick : layout.y_ticks) {
    const double y = frame.y_of(tick.at);
    draw_horizontal(svg, "grid", frame, y);
    draw_text(svg, "minor end", frame.left - 8, y + kHalfText, tick.text);
  }
  for (const Tick& tick : layout.x_ticks) {
    const double x = frame.x_of(tick.at);
    draw_vertical(svg, "grid", frame, x);
    draw_text(svg, "minor middle", x, frame.bottom() + 16, tick.text);
  }
  draw_horizontal(svg, "axis", frame, frame.bottom());
}

void draw_labels(std::string& svg, const PanelLayout& layout, double left) {
  const Frame& frame = layout.frame;
  const Panel& panel = *layout.panel;
  if (!panel.x_label.empty()) {
    draw_text(svg, "minor middle", frame.left + frame.width / 2, frame.bottom() + 34,
              shortened(panel.x_label, frame.width, kTextSize));
  }
  if (!panel.y_label.empty()) {
    svg += fmt::format(
        "<text class=\"minor middle\" transform=\"translate({:.1f} {:.1f}) rotate(-90)\">{}"
        "</text>\n",
        left + 11, frame.top + frame.height / 2,
        xml_text(shortened(panel.y_label, frame.height, kTextSize)));
  }
}

/// Vertical rules have their texts above the frame, horizontal ones right of it, from the top down
/// and one below the other.
void draw_rules(std::string& svg, const PanelLayout& layout, double left) {
  const Frame& frame = layout.frame;
  for (const RuleText& rule : layout.vertical_rules) {
    draw_text(svg, "minor middle", rule.x, rule.y + kHalfText, rule.text);
  }
  std::vector<Rule> horizontal;
  for (const Rule& rule : layout.panel->rules) {
    if (!rule.vertical && is_drawable(rule.at)) {
      horizontal.push_back(rule);
    } else if (rule.vertical && is_shown(*layout.panel, rule.at, 0)) {
      draw_vertical(svg, "rule", frame, frame.x_of(rule.at));
    }
  }
  std::ranges::stable_sort(horizontal, {}, [&](const Rule& rule) { return frame.y_of(rule.at); });
  double least = frame.top;
  for (const Rule& rule : horizontal) {
    const double y = frame.y_of(rule.at);
    draw_horizontal(svg, "rule", frame, y);
    if (rule.text.empty()) continue;
    const double line = std::max(least, y);
    draw_text(svg, "minor", frame.right() + 6, line + kHalfText,
              shortened(rule.text, left + layout.width - frame.right() - 6, kTextSize));
    least = line + kTextSize + 2;
  }
}

}  // namespace

void draw_panel(std::string& svg, PanelLayout layout, double left, double top, double height) {
  Frame& frame = layout.frame;
  // Rows that are far from each other are hard to compare.
  if (layout.panel->row_names.empty()) frame.height += height - layout.height;
  frame.left += left;
  frame.top += top;
  for (RuleText& rule : layout.vertical_rules) {
    rule.x += left;
    rule.y += top;
  }
  svg += "<g>\n";
  draw_title(svg, layout, left, top);
  draw_legend(svg, layout.legend, left, top + layout.legend_top);
  draw_axes(svg, layout);
  draw_labels(svg, layout, left);
  if (layout.empty) {
    draw_text(svg, "minor middle", frame.left + frame.width / 2, frame.top + frame.height / 2,
              "no data");
  } else {
    const Panel& panel = *layout.panel;
    for (const Series& series : panel.series) draw_bands(svg, panel, series, frame);
    draw_rules(svg, layout, left);
    for (const Series& series : panel.series) draw_marks(svg, panel, series, frame);
  }
  svg += "</g>\n";
}

}  // namespace gbrank
