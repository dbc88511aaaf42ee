#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <stdexcept>

#include <doctest/doctest.h>

#include "plot/chart.h"
#include "support/xml.h"

namespace gbrank {

using test::all_of;
using test::read_xml;
using test::XmlElement;

namespace {

XmlElement picture_of(const Panel& panel) { return read_xml(to_svg({"", "", {panel}})); }

Panel dots(std::vector<double> x, std::vector<double> y) {
  Panel panel{"", "", "", {{"a", std::move(x), std::move(y)}}};
  panel.series[0].stroke = Stroke::kDots;
  // Only the dots of the data are circles then.
  panel.series[0].name = "";
  return panel;
}

/// Where the text of a tick stands.
double tick(const XmlElement& svg, const std::string& text, const std::string& look,
            const std::string& coordinate) {
  for (const XmlElement& element : all_of(svg, "text", look)) {
    if (element.text == text) return element.number(coordinate);
  }
  throw std::runtime_error("no tick " + text);
}

/// What a mark tells where a pointer rests on it.
std::string only_title(const XmlElement& mark) {
  REQUIRE(mark.children.size() == 1);
  return mark.children.front().text;
}

/// All points of a path that only has absolute ones.
std::vector<std::pair<double, double>> points_of(const XmlElement& path) {
  std::string numbers = path.at("d");
  std::ranges::replace_if(
      numbers, [](char c) { return c == 'M' || c == 'Z' || c == ','; }, ' ');
  std::istringstream stream(numbers);
  std::vector<std::pair<double, double>> points;
  for (double x = 0, y = 0; stream >> x >> y;) points.emplace_back(x, y);
  return points;
}

}  // namespace

TEST_CASE("dots stand at the ticks of their values") {
  Panel panel = dots({0, 2, 4, 10}, {-1, 0, 1, 3});
  const XmlElement svg = picture_of(panel);
  const auto circles = all_of(svg, "circle");
  REQUIRE(circles.size() == 4);
  const char* x[] = {"0", "2", "4", "10"};
  const char* y[] = {"-1", "0", "1", "3"};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(circles[i].number("cx") == doctest::Approx(tick(svg, x[i], "middle", "x")).epsilon(1e-3));
    CHECK(circles[i].number("cy") + 4 == doctest::Approx(tick(svg, y[i], "end", "y")));
  }
  CHECK(circles[0].number("cy") > circles[1].number("cy"));
  CHECK(only_title(circles[3]) == "10, 3");
}

TEST_CASE("on a logarithmic axis, too; what is not positive is left out") {
  Panel panel = dots({0.001, 0, 0.1, -5, 1}, {1, 2, 3, 4, 5});
  panel.log_x = true;
  const XmlElement svg = picture_of(panel);
  const auto circles = all_of(svg, "circle");
  REQUIRE(circles.size() == 3);
  const char* x[] = {"0.001", "0.1", "1"};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(circles[i].number("cx") == doctest::Approx(tick(svg, x[i], "middle", "x")));
  }
  CHECK(circles[1].number("cx") - circles[0].number("cx") ==
        doctest::Approx(2 * (circles[2].number("cx") - circles[1].number("cx"))).epsilon(1e-3));
}

TEST_CASE("NaN parts a line, and a point alone is a dot") {
  Panel panel{"", "", "", {}};
  Series series;
  for (int i = 0; i < 40; ++i) {
    series.x.push_back(i);
    series.y.push_back(i == 10 || i == 12 ? std::nan("") : i == 20 ? HUGE_VAL : i);
  }
  panel.series = {series};
  const XmlElement svg = picture_of(panel);
  const auto lines = all_of(svg, "path", "line");
  REQUIRE(lines.size() == 3);
  CHECK(points_of(lines[0]).size() == 10);
  CHECK(points_of(lines[1]).size() == 7);
  CHECK(points_of(lines[2]).size() == 19);
  CHECK(all_of(svg, "circle").size() == 1);
  panel.series = {{"", {1, 2, 3}, {1, 2, 3}}};
  panel.series[0].stroke = Stroke::kDashed;
  CHECK(all_of(picture_of(panel), "path", "dashed").size() == 1);
  CHECK(all_of(picture_of(panel), "circle").size() == 3);  // few points show where they are
}

TEST_CASE("a constant series is a line in the middle") {
  Panel panel{"", "", "", {{"", {1, 2, 3}, {0.25, 0.25, 0.25}}}};
  const XmlElement svg = picture_of(panel);
  const auto points = points_of(all_of(svg, "path", "line").front());
  REQUIRE(points.size() == 3);
  CHECK(points[0].second == points[2].second);
  CHECK(points[0].second + 4 == doctest::Approx(tick(svg, "0.250", "end", "y")));
}

TEST_CASE("ten thousand rounds make a small picture that has the one round that stands out") {
  Panel panel{"", "", "", {{"", {}, {}}}};
  for (int round = 1; round <= 10000; ++round) {
    panel.series[0].x.push_back(round);
    panel.series[0].y.push_back(round == 5003 ? 0 : round == 7007 ? 1 : 0.5 + 0.01 * (round % 7));
  }
  const std::string bytes = to_svg({"", "", {panel}});
  CHECK(bytes.size() < 50000);
  const XmlElement svg = read_xml(bytes);
  const auto points = points_of(all_of(svg, "path", "line").front());
  double low = 0;
  double high = 1e9;
  for (const auto& [x, y] : points) {
    low = std::max(low, y);
    high = std::min(high, y);
  }
  CHECK(low + 4 == doctest::Approx(tick(svg, "0", "end", "y")));
  CHECK(high + 4 == doctest::Approx(tick(svg, "1.0", "end", "y")));
  CHECK(all_of(svg, "circle").empty());
}

TEST_CASE("intervals are areas behind lines and bars on dots, and count for the axis") {
  Panel panel{"", "", "", {{"", {0, 1, 2, 3, 4}, {5, 5, 5, 5, 5}}}};
  Series& series = panel.series[0];
  series.low = {0, 1, NAN, 4, 4};
  series.high = {10, 9, 6, 6, 6};
  XmlElement svg = picture_of(panel);
  const auto bands = all_of(svg, "path", "band");
  REQUIRE(bands.size() == 2);  // the point without an interval parts them
  const auto area = points_of(bands[0]);
  REQUIRE(area.size() == 4);
  CHECK(area[0].second + 4 == doctest::Approx(tick(svg, "10", "end", "y")));
  CHECK(area[3].second + 4 == doctest::Approx(tick(svg, "0", "end", "y")));
  CHECK(area[0].first == area[3].first);
  CHECK(area[1].first == area[2].first);
  CHECK(bands[0].at("d").ends_with("Z"));

  series.stroke = Stroke::kDots;
  svg = picture_of(panel);
  CHECK(all_of(svg, "path", "band").empty());
  CHECK(all_of(svg, "path", "line").size() == 4);
  CHECK(all_of(svg, "circle").size() == 5);
  CHECK(only_title(all_of(svg, "circle")[1]) == "1, 5 [1, 9]");
  CHECK(only_title(all_of(svg, "circle")[2]) == "2, 5");
}

TEST_CASE("rows stand from top to bottom under their names, with intervals along them") {
  Panel panel = dots({0.4, 0.5}, {0, 1});
  panel.row_names = {"lambdarank", "regression"};
  panel.series[0].low = {0.3, 0.4};
  panel.series[0].high = {0.5, 0.6};
  const XmlElement svg = picture_of(panel);
  const auto circles = all_of(svg, "circle");
  REQUIRE(circles.size() == 2);
  CHECK(circles[0].number("cy") + 4 == doctest::Approx(tick(svg, "lambdarank", "end", "y")));
  CHECK(circles[1].number("cy") + 4 == doctest::Approx(tick(svg, "regression", "end", "y")));
  CHECK(circles[0].number("cy") < circles[1].number("cy"));
  CHECK(only_title(circles[1]) == "regression: 0.5 [0.4, 0.6]");
  const auto bars = all_of(svg, "path", "line");
  REQUIRE(bars.size() == 2);
  double from = 0;
  double y = 0;
  double to = 0;
  REQUIRE(std::sscanf(bars[0].at("d").c_str(), "M%lf,%lfH%lf", &from, &y, &to) == 3);
  CHECK(from == doctest::Approx(tick(svg, "0.30", "middle", "x")));
  CHECK(to == doctest::Approx(tick(svg, "0.50", "middle", "x")));
  CHECK(y == circles[0].number("cy"));
}

TEST_CASE("series of one colour have one class, and faint ones another look") {
  Panel panel = dots({1}, {1});
  panel.series.push_back({"", {1, 2}, {1, 2}});
  panel.series[1].colour = 2;
  panel.series[1].faint = true;
  const XmlElement svg = picture_of(panel);
  CHECK(all_of(svg, "g", "c0").size() == 1);
  CHECK(all_of(svg, "g", "c2").size() == 1);
  CHECK(all_of(svg, "g", "faint").size() == 1);
  CHECK(all_of(svg, "g", "faint")[0].is("c2"));
}

}  // namespace gbrank
