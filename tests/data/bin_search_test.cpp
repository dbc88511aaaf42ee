#include "data/bin_search.h"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {

TEST_CASE("the fast search finds the bin that FeatureBins says, for any number of bounds") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Random random(random_key(67));
  std::vector<FeatureBins> columns(255);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    float bound = -static_cast<float>(random.below(100));
    for (std::size_t i = 0; i < c; ++i) {
      // Some bounds are neighbours, with nothing between them.
      bound = random.below(5) == 0 ? std::nextafter(bound, kInfinity)
                                   : bound + static_cast<float>(1 + random.below(1000)) / 512;
      columns[c].upper_bounds.push_back(bound);
    }
  }
  const BinSearch search(columns);
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<float> values = {0,
                                 -0.0F,
                                 std::numeric_limits<float>::lowest(),
                                 std::numeric_limits<float>::max(),
                                 std::numeric_limits<float>::denorm_min(),
                                 std::numeric_limits<float>::quiet_NaN()};
    for (const float bound : columns[c].upper_bounds) {
      values.insert(values.end(),
                    {std::nextafter(bound, -kInfinity), bound, std::nextafter(bound, kInfinity)});
    }
    for (const float value : values) {
      if (search.bin(c, value) != columns[c].bin(value)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

}  // namespace gbrank
