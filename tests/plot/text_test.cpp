#include "plot/text.h"

#include <doctest/doctest.h>

#include "support/xml.h"

namespace gbrank {

using test::read_xml;
using Lines = std::vector<std::string>;

TEST_CASE("text is the same after XML, between tags and in attributes") {
  for (const std::string text :
       {"a < b && c > \"d\" 'e'", "&amp;", "]]>", "<!-- -->", "Übung, 東京, 😀", ""}) {
    CHECK(read_xml("<t a=\"" + xml_text(text) + "\">" + xml_text(text) + "</t>").text == text);
    CHECK(read_xml("<t a=\"" + xml_text(text) + "\">" + xml_text(text) + "</t>").at("a") == text);
  }
}

TEST_CASE("what XML does not allow is replaced, byte by byte where it is no UTF-8") {
  const std::string r = "\xef\xbf\xbd";
  CHECK(xml_text(std::string_view("a\0b\x1b[1m", 7)) == "a" + r + "b" + r + "[1m");
  CHECK(xml_text("a\tb\nc\rd") == "a b c d");
  CHECK(xml_text("\x7f\xc2\x85") == r + r);
  CHECK(xml_text("\xff\xfe") == r + r);
  CHECK(xml_text("\x80z") == r + "z");
  CHECK(xml_text("cut \xe6\x9d") == "cut " + r + r);
  CHECK(xml_text("\xc3(") == r + "(");
  CHECK(xml_text("\xc0\xaf") == r + r);                  // a slash in two bytes
  CHECK(xml_text("\xe0\x80\xaf") == r + r + r);          // and in three
  CHECK(xml_text("\xed\xa0\x80") == r);                  // half of UTF-16
  CHECK(xml_text("\xef\xbf\xbe\xef\xbf\xbf") == r + r);  // no characters
  CHECK(xml_text("\xf4\x90\x80\x80") == r);              // beyond Unicode
  CHECK(xml_text("\xf8\x88\x80\x80\x80").size() == 5 * r.size());
}

TEST_CASE("a text that is too wide ends in an ellipsis and is no wider") {
  const std::string text = "min-docs-per-leaf 100, Übermaß 😀😀😀";
  CHECK(shortened(text, 1000, 12) == text);
  CHECK(shortened(text, text_width(text, 12), 12) == text);
  for (double width = 12; width < text_width(text, 12) - 1; width += 3) {
    const std::string part = shortened(text, width, 12);
    CAPTURE(part);
    CHECK(part.ends_with("…"));
    CHECK(text_width(part, 12) <= width + 1e-5);
    CHECK(text.starts_with(part.substr(0, part.size() - 3)));
    CHECK(xml_text(part).find("\xef\xbf\xbd") == std::string::npos);  // no half characters
  }
  CHECK(shortened("long text", 0, 12) == "…");
}

TEST_CASE("widths are about those of a font") {
  // DejaVu Sans, one of the widest in use, at 12 pixels.
  CHECK(text_width("lambdarank", 12) >= 69);
  CHECK(text_width("lambdarank", 12) <= 90);
  CHECK(text_width("0.0001", 12) >= 41);
  CHECK(text_width("WWWW", 12) >= 47);
  CHECK(text_width("東京", 12) >= 24);
}

TEST_CASE("text is wrapped between words, and cut where there is more than fits") {
  const std::string text = "one two three four five six";
  const double line = text_width("one two three", 12);
  CHECK(wrapped(text, 1000, 12, 2) == Lines{text});
  CHECK(wrapped(text, line, 12, 5) == Lines{"one two three", "four five six"});
  const Lines cut = wrapped(text + " seven", line, 12, 2);
  REQUIRE(cut.size() == 2);
  CHECK(cut[1].ends_with("…"));
  CHECK(text_width(cut[1], 12) <= line + 1e-5);
  CHECK(wrapped("", 100, 12, 2).empty());
  // A word that is too long for a line.
  std::string joined;
  for (const std::string& part : wrapped(std::string(100, 'x'), 50, 12, 100)) {
    CHECK(text_width(part, 12) <= 50);
    joined += part;
  }
  CHECK(joined == std::string(100, 'x'));
  CHECK(wrapped("xyz", 1, 12, 10).size() == 3);
}

}  // namespace gbrank
