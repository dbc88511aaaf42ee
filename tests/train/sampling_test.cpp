#include "train/sampling.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace gbrank;

TEST_CASE("a sample has the nearest size, is ascending and has nobody twice") {
  for (const double fraction : {0.01, 0.3, 0.5, 0.999, 1.0}) {
    for (const std::size_t count : {1U, 2U, 7U, 1000U}) {
      const std::vector<std::uint32_t> sample = sample_without_replacement(count, fraction, 9);
      const double wanted = std::max(1.0, fraction * static_cast<double>(count));
      CHECK(std::abs(static_cast<double>(sample.size()) - wanted) <= 0.5);
      CHECK(std::adjacent_find(sample.begin(), sample.end(), std::greater_equal<>()) ==
            sample.end());
      CHECK(sample.back() < count);
    }
  }
  CHECK(sample_without_replacement(0, 0.5, 9).empty());
}

TEST_CASE("every item is drawn about equally often, and another key draws others") {
  std::vector<int> drawn(50);
  for (std::uint64_t key = 0; key < 2000; ++key) {
    for (const std::uint32_t i : sample_without_replacement(50, 0.2, key)) ++drawn[i];
  }
  // 400 expected of each, standard deviation 18.
  for (const int times : drawn) CHECK(std::abs(times - 400) < 90);
  CHECK(sample_without_replacement(50, 0.2, 1) == sample_without_replacement(50, 0.2, 1));
  CHECK(sample_without_replacement(50, 0.2, 1) != sample_without_replacement(50, 0.2, 2));
}
