#include "plot/marks.h"

#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "plot/style.h"
#include "plot/text.h"
#include "plot/thinning.h"

namespace gbrank {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Lines of so few points show where these are.
constexpr std::size_t kFewPoints = 24;
/// So many dots tell their values where a pointer rests on them.
constexpr std::size_t kToldDots = 1000;

using Line = std::vector<Point>;

bool has_interval(const Point& point) { return !std::isnan(point.low); }

/// One of the points of a series in pixels; the interval goes along the vertical axis, or along the
/// horizontal one where the other has the names of rows.
Point point_of(const Panel& panel, const Series& series, std::size_t i, const Frame& frame) {
  Point point{frame.x_of(series.x[i]), frame.y_of(series.y[i]), kNaN, kNaN};
  if (series.low.empty()) return point;
  const bool rows = !panel.row_names.empty();
  const auto shown = [&](double end) {
    return rows ? is_shown(panel, end, series.y[i]) : is_shown(panel, series.x[i], end);
  };
  if (!shown(series.low[i]) || !shown(series.high[i])) return point;
  point.low = rows ? frame.x_of(series.low[i]) : frame.y_of(series.low[i]);
  point.high = rows ? frame.x_of(series.high[i]) : frame.y_of(series.high[i]);
  return point;
}

/// The stretches of a series between points that are left out.
std::vector<Line> lines_of(const Panel& panel, const Series& series, const Frame& frame) {
  std::vector<Line> lines;
  bool parted = true;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!is_shown(panel, series.x[i], series.y[i])) {
      parted = true;
      continue;
    }
    if (parted) lines.emplace_back();
    parted = false;
    lines.back().push_back(point_of(panel, series, i, frame));
  }
  return lines;
}

std::string place_text(double x, double y) { return fmt::format("{:.1f},{:.1f}", x, y); }

void draw_line(std::string& svg, const Line& line, bool dashed) {
  svg += fmt::format("<path class=\"line{}\" d=\"M", dashed ? " dashed" : "");
  std::string separator;
  for (const Point& point : thinned(line)) {
    svg += separator + place_text(point.x, point.y);
    separator = " ";
  }
  svg += "\"/>\n";
}

/// The area between the ends of the intervals, there and back.
void draw_band(std::string& svg, std::span<const Point> line) {
  const std::vector<Point> points = thinned(line);
  if (points.size() < 2) return;
  svg += "<path class=\"band\" d=\"M";
  for (const Point& point : points) svg += place_text(point.x, point.high) + " ";
  for (auto point = points.rbegin(); point != points.rend(); ++point) {
    svg += place_text(point->x, point->low) + (std::next(point) == points.rend() ? "" : " ");
  }
  svg += "Z\"/>\n";
}

/// An interval with ends that can be seen behind a dot.
void draw_bar(std::string& svg, const Point& p, bool along_x) {
  constexpr double kCap = 4;
  const auto [low, high] = std::pair(p.low, p.high);
  if (along_x) {
    svg += fmt::format(
        "<path class=\"line\" d=\"M{:.1f},{:.1f}H{:.1f}M{:.1f},{:.1f}v{}M{:.1f},{:.1f}v{}\"/>\n",
        low, p.y, high, low, p.y - kCap, 2 * kCap, high, p.y - kCap, 2 * kCap);
  } else {
    svg += fmt::format(
        "<path class=\"line\" d=\"M{:.1f},{:.1f}V{:.1f}M{:.1f},{:.1f}h{}M{:.1f},{:.1f}h{}\"/>\n",
        p.x, low, high, p.x - kCap, low, 2 * kCap, p.x - kCap, high, 2 * kCap);
  }
}

void draw_dot(std::string& svg, const Point& point, double radius, const std::string& told) {
  svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"", point.x, point.y, radius);
  svg += told.empty() ? "/>\n" : fmt::format("><title>{}</title></circle>\n", xml_text(told));
}

/// What a point is, for whoever asks: "lambdarank: 0.4412 [0.4, 0.48]".
std::string told(const Panel& panel, const Series& series, std::size_t i) {
  std::string text = series.name;
  std::string value = fmt::format("{:.6g}, {:.6g}", series.x[i], series.y[i]);
  if (!panel.row_names.empty()) {
    const double row = std::round(series.y[i]);
    if (row >= 0 && row < static_cast<double>(panel.row_names.size())) {
      text = panel.row_names[static_cast<std::size_t>(row)] + (text.empty() ? "" : " ") + text;
    }
    value = fmt::format("{:.6g}", series.x[i]);
  }
  if (!text.empty()) text += ": ";
  text += value;
  if (!series.low.empty() && is_drawable(series.low[i]) && is_drawable(series.high[i])) {
    text += fmt::format(" [{:.6g}, {:.6g}]", series.low[i], series.high[i]);
  }
  return text;
}

void draw_dots(std::string& svg, const Panel& panel, const Series& series, const Frame& frame) {
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!is_shown(panel, series.x[i], series.y[i])) continue;
    const Point point = point_of(panel, series, i, frame);
    if (has_interval(point)) draw_bar(svg, point, !panel.row_names.empty());
    draw_dot(svg, point, series.faint ? 2.5 : 4,
             series.x.size() <= kToldDots ? told(panel, series, i) : "");
  }
}

void open_group(std::string& svg, const Series& series) {
  svg += fmt::format("<g class=\"{}{}\">\n", colour_class(series.colour),
                     series.faint ? " faint" : "");
}

}  // namespace

bool is_shown(const Panel& panel, double x, double y) {
  // Next to the least number that there is, digits are missing.
  return is_drawable(x) && is_drawable(y) && (!panel.log_x || x > 1e-280);
}

void draw_bands(std::string& svg, const Panel& panel, const Series& series, const Frame& frame) {
  if (series.stroke == Stroke::kDots || series.low.empty() || !panel.row_names.empty()) return;
  open_group(svg, series);
  for (const Line& line : lines_of(panel, series, frame)) {
    const std::span<const Point> points = line;
    for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end + 1) {
      end = begin;
      while (end < points.size() && has_interval(points[end])) ++end;
      draw_band(svg, points.subspan(begin, end - begin));
    }
  }
  svg += "</g>\n";
}

void draw_marks(std::string& svg, const Panel& panel, const Series& series, const Frame& frame) {
  assert(series.x.size() == series.y.size() && series.low.size() == series.high.size());
  assert(series.low.empty() || series.low.size() == series.x.size());
  open_group(svg, series);
  if (series.stroke == Stroke::kDots) {
    draw_dots(svg, panel, series, frame);
  } else {
    for (const Line& line : lines_of(panel, series, frame)) {
      if (line.size() > 1) draw_line(svg, line, series.stroke == Stroke::kDashed);
      // A point between two that are missing is no line.
      if (line.size() > 1 && series.x.size() > kFewPoints) continue;
      for (const Point& point : line) draw_dot(svg, point, 2.5, "");
    }
  }
  svg += "</g>\n";
}

}  // namespace gbrank
