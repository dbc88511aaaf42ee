#include "data/sort_floats.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {

TEST_CASE("floats are sorted as std::sort sorts them, few or many, of any size and sign") {
  Random random(random_key(68));
  std::vector<float> scratch;
  for (const std::size_t count : {0U, 1U, 2U, 999U, 1000U, 1001U, 5000U, 100000U}) {
    for (int kind = 0; kind < 4; ++kind) {
      std::vector<float> values;
      while (values.size() < count) {
        const auto small = static_cast<float>(random.below(50)) - 10;
        const double x = random.uniform() - 0.5;
        values.push_back(kind == 0   ? small
                         : kind == 1 ? static_cast<float>(x)
                         : kind == 2 ? static_cast<float>(x * 1e38)
                                     : static_cast<float>(x * 1e-42) + 0.0F);
      }
      for (float& value : values) value += 0.0F;  // no -0
      values.insert(values.end(),
                    {std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max(),
                     -std::numeric_limits<float>::denorm_min()});
      std::vector<float> expected = values;
      std::sort(expected.begin(), expected.end());
      sort_floats(values, scratch);
      CHECK((values == expected));
    }
  }
}

}  // namespace gbrank
