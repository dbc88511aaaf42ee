#include "plot/legend.h"

#include <algorithm>

#include <fmt/format.h>

#include "plot/style.h"
#include "plot/text.h"

namespace gbrank {
namespace {

constexpr double kSwatch = 22;  // how wide the piece of the line is
constexpr double kBesideSwatch = 6;
constexpr double kBetween = 16;

}  // namespace

std::vector<LegendEntry> layout_legend(const Panel& panel, double width) {
  std::vector<LegendEntry> legend;
  double x = 0;
  double y = 0;
  for (const Series& series : panel.series) {
    if (series.name.empty()) continue;
    const double room = width - kSwatch - kBesideSwatch;
    const std::string text = shortened(series.name, room, kTextSize);
    const double own = kSwatch + kBesideSwatch + text_width(text, kTextSize);
    if (x > 0 && x + own > width) {
      x = 0;
      y += kLegendRow;
    }
    legend.push_back({&series, text, x, y});
    x += own + kBetween;
  }
  return legend;
}

double legend_height(const std::vector<LegendEntry>& legend) {
  return legend.empty() ? 0 : legend.back().y + kLegendRow + 4;
}

void draw_legend(std::string& svg, const std::vector<LegendEntry>& legend, double left,
                 double top) {
  for (const LegendEntry& entry : legend) {
    const Series& series = *entry.series;
    const double x = left + entry.x;
    const double y = top + entry.y + kLegendRow / 2;
    svg += fmt::format("<g class=\"{}{}\">", colour_class(series.colour),
                       series.faint ? " faint" : "");
    if (series.stroke == Stroke::kDots) {
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", x + kSwatch / 2, y,
                         series.faint ? 2.5 : 4);
    } else {
      svg += fmt::format("<path class=\"line{}\" d=\"M{:.1f},{:.1f}h{}\"/>",
                         series.stroke == Stroke::kDashed ? " dashed" : "", x, y, kSwatch);
    }
    svg += fmt::format("</g><text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                       x + kSwatch + kBesideSwatch, y + 4, xml_text(entry.text));
  }
}

}  // namespace gbrank
