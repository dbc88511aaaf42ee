#include "plot/thinning.h"

#include <cmath>
#include <limits>
#include <map>

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Least and largest value by column of a pixel.
std::map<int, std::pair<double, double>> extremes(const std::vector<Point>& line,
                                                  double Point::*field) {
  std::map<int, std::pair<double, double>> found;
  for (const Point& point : line) {
    const auto [at, added] =
        found.emplace(static_cast<int>(std::floor(point.x)), std::pair(point.*field, point.*field));
    at->second.first = std::min(at->second.first, point.*field);
    at->second.second = std::max(at->second.second, point.*field);
  }
  return found;
}

}  // namespace

TEST_CASE("a long line keeps the extremes of every column of pixels, and its ends") {
  Random random(3);
  std::vector<Point> line;
  for (int i = 0; i < 10000; ++i) {
    const double y = 100 * random.uniform();
    line.push_back({i * 0.04 + 0.3, y, y - 10 * random.uniform(), y + 10 * random.uniform()});
  }
  const std::vector<Point> thin = thinned(line);
  CHECK(thin.size() <= 401 * 8);
  for (const auto field : {&Point::y, &Point::low, &Point::high}) {
    CHECK(extremes(thin, field) == extremes(line, field));
  }
  CHECK(thin.front().x == line.front().x);
  CHECK(thin.back().x == line.back().x);
  for (std::size_t i = 1; i < thin.size(); ++i) CHECK(thin[i - 1].x < thin[i].x);
}

TEST_CASE("points that are a pixel or more apart are all kept") {
  std::vector<Point> line;
  for (int i = 0; i < 50; ++i) line.push_back({i * 1.5, std::sin(i), kNaN, kNaN});
  const std::vector<Point> thin = thinned(line);
  REQUIRE(thin.size() == line.size());
  for (std::size_t i = 0; i < thin.size(); ++i) CHECK(thin[i].y == line[i].y);
  CHECK(thinned({}).empty());
}

TEST_CASE("without intervals a column keeps four points at most") {
  std::vector<Point> line;
  for (int i = 0; i < 100; ++i) line.push_back({0.5, std::sin(i + 0.5), kNaN, kNaN});
  CHECK(thinned(line).size() == 4);
}

}  // namespace gbrank
