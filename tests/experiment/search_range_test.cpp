#include "experiment/search_range.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "support/error_of.h"

using namespace gbrank;

namespace {

std::vector<std::string> draws(const std::string& range, std::size_t count) {
  const SearchRange searched(range);
  Random random(random_key(7));
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(searched.draw(random));
  return texts;
}

std::vector<double> numbers(const std::string& range, std::size_t count) {
  std::vector<double> values;
  for (const std::string& text : draws(range, count)) values.push_back(std::stod(text));
  return values;
}

double share_below(const std::vector<double>& values, double bound) {
  const auto below = std::ranges::count_if(values, [&](double value) { return value < bound; });
  return static_cast<double>(below) / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("a range of numbers is drawn from evenly, on its own scale") {
  const std::vector<double> linear = numbers("-1..3.0", 10000);
  CHECK(*std::ranges::min_element(linear) >= -1);
  CHECK(*std::ranges::max_element(linear) <= 3);
  CHECK(share_below(linear, 0) == doctest::Approx(0.25).epsilon(0.06));
  const std::vector<double> log = numbers(" 0.01..1 log", 10000);
  CHECK(*std::ranges::min_element(log) >= 0.01);
  CHECK(*std::ranges::max_element(log) <= 1);
  CHECK(share_below(log, 0.1) == doctest::Approx(0.5).epsilon(0.04));
}

TEST_CASE("numbers have the digits that a person would write, and stay inside the range") {
  for (const std::string& text : draws("0.01..0.2 log", 1000)) {
    CHECK(text.substr(text.find_first_not_of("0.")).size() <= 3);
  }
  for (const double value : numbers("0.12345..0.12347", 100)) {
    CHECK(value >= 0.12345);
    CHECK(value <= 0.12347);
  }
}

TEST_CASE("a range between whole numbers gives whole numbers, its ends as often as the others") {
  std::map<std::string, int> counts;
  for (const std::string& text : draws("2..5", 8000)) ++counts[text];
  REQUIRE(counts.size() == 4);
  for (const auto& [text, count] : counts) CHECK(count == doctest::Approx(2000).epsilon(0.1));
  std::map<std::string, int> log_counts;
  for (const std::string& text : draws("1..4 log", 9000)) ++log_counts[text];
  REQUIRE(log_counts.size() == 4);
  // Of ln 9, the span from 0.5 to 4.5, ln 3 belongs to 1.
  CHECK(log_counts["1"] == doctest::Approx(4500).epsilon(0.1));
}

TEST_CASE("words are drawn as often as they are written") {
  std::map<std::string, int> counts;
  for (const std::string& text : draws("newton, mean ,newton", 9000)) ++counts[text];
  REQUIRE(counts.size() == 2);
  CHECK(counts["newton"] == doctest::Approx(6000).epsilon(0.05));
  CHECK(SearchRange("a").words() == std::vector<std::string>{"a"});
}

TEST_CASE("the extremes of a range are its ends as they were written, or all words") {
  using Texts = std::vector<std::string>;
  CHECK(SearchRange("0.01 .. 1 log").extremes() == Texts{"0.01", "1"});
  CHECK(SearchRange("-2..5").extremes() == Texts{"-2", "5"});
  CHECK(SearchRange("a, b,c").extremes() == Texts{"a", "b", "c"});
}

TEST_CASE("what is no range is refused with what is expected") {
  const auto refused = [](const std::string& text) {
    return test::error_of([&] { SearchRange range(text); });
  };
  for (const char* text : {"", "a,,b", "1..", "..2", "1..x", "x..2", "1..2 logs", "1..inf"}) {
    CAPTURE(text);
    CHECK(refused(text).find("expected LOW..HIGH, LOW..HIGH log, or words") != std::string::npos);
  }
  CHECK(refused("3..3") == "'3..3', expected LOW to be less than HIGH");
  CHECK(refused("0..3 log") == "'0..3 log', expected LOW above 0 for a logarithmic range");
}
