#include "plot/thinning.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gbrank {
namespace {

void add_column(std::span<const Point> column, std::vector<Point>& kept) {
  std::vector<std::ptrdiff_t> chosen = {0, std::ssize(column) - 1};
  for (const auto field : {&Point::y, &Point::low, &Point::high}) {
    if (std::isnan(column.front().*field)) continue;
    const auto [least, largest] = std::ranges::minmax_element(column, {}, field);
    chosen.push_back(least - column.begin());
    chosen.push_back(largest - column.begin());
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  for (const std::ptrdiff_t i : chosen) kept.push_back(column[static_cast<std::size_t>(i)]);
}

}  // namespace

std::vector<Point> thinned(std::span<const Point> line) {
  std::vector<Point> kept;
  for (std::size_t begin = 0, end = 0; begin < line.size(); begin = end) {
    const double column = std::floor(line[begin].x);
    while (end < line.size() && std::floor(line[end].x) == column) ++end;
    add_column(line.subspan(begin, end - begin), kept);
  }
  return kept;
}

}  // namespace gbrank
