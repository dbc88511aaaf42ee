#include "plot/ticks.h"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {
namespace {

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
  std::vector<std::string> result;
  for (const Tick& tick : ticks) result.push_back(tick.text);
  return result;
}

using Texts = std::vector<std::string>;

/// The leading digit of a step that is a round number.
int digit_of(double step) {
  const double power = std::pow(10, std::floor(std::log10(step) + 1e-6));
  return static_cast<int>(std::lround(step / power));
}

}  // namespace

TEST_CASE("ticks as people write them") {
  CHECK(texts(ticks_of({0, 1, false}, 5)) == Texts{"0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(texts(ticks_of({0.417, 0.463, false}, 5)) == Texts{"0.42", "0.43", "0.44", "0.45", "0.46"});
  CHECK(texts(ticks_of({-3, 7, false}, 5)) == Texts{"-2", "0", "2", "4", "6"});
  CHECK(texts(ticks_of({1, 250, false}, 5)) == Texts{"50", "100", "150", "200", "250"});
  CHECK(texts(ticks_of({0, 2.5e6, false}, 5)) ==
        Texts{"0", "0.5e6", "1.0e6", "1.5e6", "2.0e6", "2.5e6"});
  CHECK(texts(ticks_of({0, 3e-7, false}, 3)) == Texts{"0", "1e-7", "2e-7", "3e-7"});
}

TEST_CASE("whole numbers stay whole on short axes") {
  CHECK(texts(ticks_of({1, 3, false}, 10, true)) == Texts{"1", "2", "3"});
  CHECK(texts(ticks_of({0.95, 1.05, false}, 10, true)) == Texts{"1"});
  CHECK(texts(ticks_of({1, 3, false}, 10)).size() > 3);
}

TEST_CASE("ticks are multiples of 1, 2 or 5 within the axis, and their texts are their values") {
  Random random(7);
  for (int trial = 0; trial < 3000; ++trial) {
    const double size = std::pow(10, 24 * random.uniform() - 12);
    const double low = (random.uniform() - 0.5) * size;
    const double high = low + size * std::pow(10, -6 * random.uniform());
    const int most = 2 + trial % 9;
    CAPTURE(low);
    CAPTURE(high);
    const std::vector<Tick> ticks = ticks_of({low, high, false}, most);
    const double room = 1e-6 * (high - low);
    if (most >= 3) REQUIRE(ticks.size() >= 1);
    CHECK(ticks.size() <= static_cast<std::size_t>(most) + 1);
    if (most >= 5) CHECK(ticks.size() >= 2);
    std::set<std::string> different;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      CHECK(ticks[i].at >= low - room);
      CHECK(ticks[i].at <= high + room);
      CHECK(std::abs(std::stod(ticks[i].text) - ticks[i].at) <= room);
      different.insert(ticks[i].text);
      if (i == 0) continue;
      const double step = ticks[i].at - ticks[i - 1].at;
      CHECK(step == doctest::Approx(ticks[1].at - ticks[0].at).epsilon(1e-5));
      const int digit = digit_of(step);
      CHECK((digit == 1 || digit == 2 || digit == 5));
    }
    CHECK(different.size() == ticks.size());
  }
}

TEST_CASE("logarithmic axes have powers of ten, and what lies between where there is room") {
  CHECK(texts(ticks_of({-3, 0, true}, 6)) == Texts{"0.001", "0.01", "0.1", "1"});
  CHECK(texts(ticks_of({-3, 0, true}, 10)) ==
        Texts{"0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"});
  CHECK(texts(ticks_of({0, 1, true}, 10)) ==
        Texts{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"});
  CHECK(texts(ticks_of({-7, 7, true}, 8)) ==
        Texts{"1e-6", "0.0001", "0.01", "1", "100", "10000", "1e6"});
  CHECK(texts(ticks_of({-8, 8, true}, 8)) == Texts{"1e-6", "0.001", "1", "1000", "1e6"});
}

TEST_CASE("a small part of a decade is divided as a linear axis is") {
  const Axis axis = make_axis({3.2, 3.4}, 0, true);
  const std::vector<Tick> ticks = ticks_of(axis, 5);
  CHECK(texts(ticks) == Texts{"3.20", "3.25", "3.30", "3.35", "3.40"});
  CHECK(axis.place(3.3) > 0.5);
  CHECK(axis.place(3.2) == doctest::Approx(0));
}

TEST_CASE("an axis of one value has room around it, whatever its size") {
  for (const double value : {0.0, 1.0, -5.0, 1e-12, 3e-200, 1e200, 123456.789}) {
    CAPTURE(value);
    Extent extent;
    extent.add(value);
    const Axis axis = make_axis(extent, 0);
    CHECK(axis.place(value) == doctest::Approx(0.5));
    CHECK(ticks_of(axis, 5).size() >= 2);
  }
  CHECK(make_axis({2, 2}, 0, true).place(2) == doctest::Approx(0.5));
}

TEST_CASE("NaN, infinity and what is nearly that do not count for an extent") {
  Extent extent;
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e301}) extent.add(value);
  CHECK(extent.empty());
  extent.add(2);
  extent.add(-1);
  CHECK(extent.low == -1);
  CHECK(extent.high == 2);
  const Axis axis = make_axis(extent, 0.1);
  CHECK(axis.from == doctest::Approx(-1.3));
  CHECK(axis.to == doctest::Approx(2.3));
}

}  // namespace gbrank
