#include "base/inversions.h"

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {
namespace {

template <typename T>
void check_counts(std::uint64_t seed) {
  Random random(random_key(seed));
  std::vector<T> buffer = {1, 2, 3};
  for (std::size_t n = 0; n < 70; ++n) {
    std::vector<T> values(n);
    for (T& value : values) value = static_cast<T>(random.below(1 + n / 2));
    std::uint64_t inverted = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) inverted += values[i] > values[j] ? 1 : 0;
    }
    CHECK(sort_counting_inversions(values, buffer) == inverted);
    CHECK(std::ranges::is_sorted(values));
  }
}

}  // namespace

TEST_CASE("counting in a merge sort agrees with comparing all pairs") {
  check_counts<float>(5);
  check_counts<double>(6);
}

}  // namespace gbrank
