#include <algorithm>
#include <cmath>
#include <locale>
#include <map>
#include <set>
#include <utility>

#include <doctest/doctest.h>

#include "plot/chart.h"
#include "support/xml.h"

namespace gbrank {

using test::all_of;
using test::read_xml;
using test::texts_of;
using test::XmlElement;
using Texts = std::vector<std::string>;

namespace {

Panel line_panel(const std::string& title) {
  Panel panel{title, "round", "ndcg@10", {{"valid", {1, 2, 3, 4}, {0.4, 0.45, 0.44, 0.46}}}};
  panel.series.push_back({"train", {1, 2, 3, 4}, {0.4, 0.5, 0.6, 0.7}});
  panel.series.back().stroke = Stroke::kDashed;
  panel.series.back().colour = 1;
  return panel;
}

Chart chart_of(const Panel& panel) { return {"title", "subtitle", {panel}}; }

const XmlElement& only(const std::vector<XmlElement>& elements) {
  REQUIRE(elements.size() == 1);
  return elements.front();
}

}  // namespace

TEST_CASE("a picture says what it is to those who cannot see it") {
  const XmlElement svg = read_xml(to_svg(chart_of(line_panel("quality"))));
  CHECK(svg.name == "svg");
  CHECK(svg.at("xmlns") == "http://www.w3.org/2000/svg");
  CHECK(svg.at("role") == "img");
  CHECK(svg.at("aria-label") == "title");
  CHECK(svg.children[0].name == "title");
  CHECK(svg.children[0].text == "title");
  CHECK(svg.children[1].name == "desc");
  CHECK(svg.children[1].text == "subtitle; quality");
  CHECK(svg.at("viewBox") == "0 0 " + svg.at("width") + " " + svg.at("height"));
  const Texts texts = texts_of(svg, "text");
  for (const std::string text :
       {"title", "subtitle", "quality", "round", "ndcg@10", "valid", "train"}) {
    CAPTURE(text);
    CHECK(std::ranges::count(texts, text) == 1);
  }
}

TEST_CASE("text of any kind, anywhere, is text in XML") {
  const std::string nasty = "<&>\"' \x01\xff Ü 東 {0}";
  const std::string shown = "<&>\"' \xef\xbf\xbd\xef\xbf\xbd Ü 東 {0}";
  Panel panel = line_panel(nasty);
  panel.x_label = panel.y_label = panel.series[0].name = nasty;
  panel.rules = {{2, nasty}, {0.5, nasty, false}};
  Panel rows{nasty, nasty, "", {{nasty, {1}, {0}, {}, {}, Stroke::kDots}}};
  rows.row_names = {nasty};
  const XmlElement svg = read_xml(to_svg({nasty, nasty, {panel, rows}}));
  const Texts texts = texts_of(svg, "text");
  CHECK(std::ranges::count(texts, shown) == 2 + 6 + 4);
  CHECK(svg.at("aria-label") == shown);
}

TEST_CASE("the same chart is the same bytes, in every locale") {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  Panel panel = line_panel("a");
  panel.series[0].y[1] = 12345.678;
  const std::string bytes = to_svg(chart_of(panel));
  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  CHECK(to_svg(chart_of(panel)) == bytes);
  std::locale::global(before);
  CHECK(to_svg(chart_of(panel)) == bytes);
}

TEST_CASE("what there is nothing of is said, and a chart without panels is a title") {
  Panel empty{"empty", "x", "y", {}};
  Panel nothing{"nothing", "x", "y", {{"a", {}, {}}}};
  Panel nan{"nan", "x", "y", {{"a", {1, NAN, 3}, {NAN, 2, INFINITY}}}};
  Panel negative{"negative", "x", "y", {{"a", {0, -1}, {1, 2}}}};
  negative.log_x = true;
  negative.rules = {{1, "rule"}};
  Panel rows{"rows", "x", "", {{"", {NAN}, {0}, {}, {}, Stroke::kDots}}};
  rows.row_names = {"a system"};
  const XmlElement svg = read_xml(to_svg({"", "", {empty, nothing, nan, negative, rows}, 2}));
  const Texts texts = texts_of(svg, "text");
  CHECK(std::ranges::count(texts, "no data") == 5);
  CHECK(std::ranges::count(texts, "a system") == 1);
  const XmlElement bare = read_xml(to_svg({"only a title", "", {}, 7}));
  CHECK(texts_of(bare, "text") == Texts{"only a title"});
}

TEST_CASE("numbers of any size have a place on the picture") {
  const std::vector<double> sizes = {0,      -1,    1,     5e-324, 1e-310, 1e-300, 1e-279,
                                     1e-278, 1e-12, 1e299, 1e308,  -1e299, -1e-5,  1 + 1e-15};
  for (const double a : sizes) {
    for (const double b : sizes) {
      for (const bool log : {false, true}) {
        Panel panel{"", "", "", {{"", {a, b, a * 1.0000001}, {b, a, a}, {b, a, a}, {b, b, a}}}};
        panel.log_x = log;
        panel.rules = {{b, "rule"}, {b, "rule", false}};
        const std::string bytes = to_svg(chart_of(panel));
        CAPTURE(a);
        CAPTURE(b);
        CHECK(bytes.find("nan") == std::string::npos);
        CHECK(bytes.find("inf") == std::string::npos);
        CHECK(read_xml(bytes).name == "svg");
      }
    }
  }
}

TEST_CASE("panels stand side by side in columns, from left to right and top to bottom") {
  Chart chart{"", "", {line_panel("1"), line_panel("2"), line_panel("3")}, 2};
  const XmlElement svg = read_xml(to_svg(chart));
  const auto titles = all_of(svg, "text", "panel");
  REQUIRE(titles.size() == 3);
  CHECK(titles[0].at("y") == titles[1].at("y"));
  CHECK(titles[0].at("x") == titles[2].at("x"));
  CHECK(titles[1].number("x") > titles[0].number("x") + 300);
  CHECK(titles[2].number("y") > titles[0].number("y") + 200);
  CHECK(titles[1].number("x") < svg.number("width") - 300);
  CHECK(titles[2].number("y") < svg.number("height") - 200);
  for (const int columns : {0, -3, 1}) {
    chart.columns = columns;
    const auto below = all_of(read_xml(to_svg(chart)), "text", "panel");
    CHECK(below[0].at("x") == below[1].at("x"));
  }
}

TEST_CASE("titles that are too long are cut, and tell the whole to a pointer") {
  const std::string title(300, 'w');
  const XmlElement svg = read_xml(to_svg({title, "", {line_panel(title), line_panel("b")}, 2}));
  const XmlElement shown = all_of(svg, "text", "panel").front();
  CHECK(shown.text.ends_with("…"));
  CHECK(shown.text.size() < 80);
  CHECK(only(all_of(shown, "title")).text == title);
  CHECK(all_of(svg, "text", "title").size() == 2);
}

TEST_CASE("a legend names the series, above the data") {
  Panel panel = line_panel("a");
  for (int i = 0; i < 20; ++i) {
    panel.series.push_back({"another series " + std::to_string(i), {1, 4}, {0.9, 0.9}});
  }
  const XmlElement svg = read_xml(to_svg(chart_of(panel)));
  double lowest = 0;
  std::set<std::pair<double, double>> places;
  for (const XmlElement& text : all_of(svg, "text")) {
    if (!text.text.starts_with("another")) continue;
    places.emplace(text.number("x"), text.number("y"));
    lowest = std::max(lowest, text.number("y"));
    CHECK(text.number("x") < 650);
  }
  CHECK(places.size() == 20);
  for (const XmlElement& dot : all_of(svg, "circle")) CHECK(dot.number("cy") > lowest);
  panel.series.resize(1);
  panel.series[0].name = "";
  const Texts texts = texts_of(read_xml(to_svg(chart_of(panel))), "text");
  CHECK(std::ranges::count(texts, "valid") == 0);
}

TEST_CASE("rules have their texts outside the data, apart from each other") {
  Panel panel = line_panel("a");
  panel.rules = {{2, "round 2, kept"}, {2.1, "round 2.1, best"}, {NAN, "nowhere"}, {4, "the end"}};
  panel.rules.push_back({0.45, "baseline", false});
  panel.rules.push_back({0.451, "another", false});
  const XmlElement svg = read_xml(to_svg(chart_of(panel)));
  const auto lines = all_of(svg, "path", "rule");
  CHECK(lines.size() == 5);
  std::map<std::string, XmlElement> texts;
  for (const XmlElement& text : all_of(svg, "text")) texts[text.text] = text;
  CHECK_FALSE(texts.contains("nowhere"));
  double top = 1e9;
  double right = 0;
  for (const XmlElement& dot : all_of(svg, "circle")) {
    top = std::min(top, dot.number("cy"));
    right = std::max(right, dot.number("cx"));
  }
  for (const std::string name : {"round 2, kept", "round 2.1, best", "the end"}) {
    CHECK(texts.at(name).number("y") < top);
    CHECK(texts.at(name).number("x") < right);
  }
  CHECK(texts.at("round 2, kept").number("y") + 10 < texts.at("round 2.1, best").number("y"));
  CHECK(texts.at("round 2, kept").at("y") == texts.at("the end").at("y"));
  CHECK(texts.at("baseline").number("x") > right);
  CHECK(texts.at("another").number("y") + 10 < texts.at("baseline").number("y"));
}

}  // namespace gbrank
