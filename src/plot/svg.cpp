#include <algorithm>

#include <fmt/format.h>

#include "plot/chart.h"
#include "plot/panel.h"
#include "plot/style.h"
#include "plot/text.h"

namespace gbrank {
namespace {

constexpr double kMargin = 20;
constexpr double kBetween = 28;  // panels

double panel_width(std::size_t columns) { return columns == 1 ? 720 : columns == 2 ? 480 : 380; }

/// Adds lines of text below one another, and returns where the next one would begin.
double draw_lines(std::string& svg, const std::vector<std::string>& lines, const char* looks,
                  double line_height, double top) {
  for (const std::string& line : lines) {
    top += line_height;
    svg += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", looks, kMargin,
                       top - 5, xml_text(line));
  }
  return top;
}

/// What a reader hears who cannot see the picture.
std::string description(const Chart& chart) {
  std::string text = chart.subtitle;
  for (const Panel& panel : chart.panels) text += (text.empty() ? "" : "; ") + panel.title;
  return text;
}

}  // namespace

std::string to_svg(const Chart& chart) {
  const std::size_t columns =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, chart.columns)), 1,
                              std::max<std::size_t>(1, chart.panels.size()));
  const double own = panel_width(columns);
  const double inner = static_cast<double>(columns) * (own + kBetween) - kBetween;

  std::string body;
  double top = kMargin - 6;
  // Bold letters are wider.
  top = draw_lines(body, wrapped(chart.title, inner / 1.08, kTitleSize, 2), "title", kTitleSize + 6,
                   top);
  top = draw_lines(body, wrapped(chart.subtitle, inner, kTextSize, 6), "minor", kTextSize + 4, top);
  top += 14;
  for (std::size_t first = 0; first < chart.panels.size(); first += columns) {
    std::vector<PanelLayout> row;
    double height = 0;
    for (std::size_t p = first; p < std::min(first + columns, chart.panels.size()); ++p) {
      row.push_back(layout_panel(chart.panels[p], own));
      height = std::max(height, row.back().height);
    }
    for (std::size_t p = 0; p < row.size(); ++p) {
      const double left = kMargin + static_cast<double>(p) * (own + kBetween);
      draw_panel(body, std::move(row[p]), left, top, height);
    }
    top += height + kBetween;
  }
  const double width = inner + 2 * kMargin;
  const double height = top - (chart.panels.empty() ? 0 : kBetween) + kMargin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gbrank\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}\">\n"
      "<title>{2}</title>\n<desc>{3}</desc>\n<style>\n{4}</style>\n"
      "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n{5}</svg>\n",
      width, height, xml_text(chart.title), xml_text(description(chart)), style_sheet(), body);
}

}  // namespace gbrank
