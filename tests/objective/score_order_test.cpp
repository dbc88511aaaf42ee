#include "objective/score_order.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

using namespace gbrank;

TEST_CASE("documents stand by falling score, equal ones by their words, in lists of any length") {
  Random random(9);
  Arena memory;
  // Short lists are ordered by counting, long ones by sorting.
  for (const std::size_t n : {0U, 1U, 2U, 7U, 8U, 9U, 16U, 17U, 100U, 399U, 400U, 401U, 1500U}) {
    for (const std::uint64_t different : {1U, 3U, 50U, 1000000U}) {
      std::vector<double> scores(n);
      for (double& s : scores) {
        s = 0.5 *
            (static_cast<double>(random.below(different)) - static_cast<double>(different / 2));
        if (s == 0 && random.below(2) == 0) s = -0.0;
      }
      const std::uint64_t key = random.next();
      std::vector<std::uint32_t> expected(n);
      std::iota(expected.begin(), expected.end(), 0U);
      std::ranges::sort(expected, [&](std::uint32_t a, std::uint32_t b) {
        return scores[a] != scores[b] ? scores[a] > scores[b] : tie_word(key, a) < tie_word(key, b);
      });
      memory.clear();
      CHECK(std::ranges::equal(order_by_score(scores, key, memory), expected));
    }
  }
}

TEST_CASE("all tables count the same scores above each") {
  Random random(10);
  for (std::size_t n = 1; n < 70; ++n) {
    std::vector<double> scores(n + kSpareElements);
    for (double& s : scores) s = static_cast<double>(random.below(20)) - 10;
    for (const Kernels* kernels : all_kernels()) {
      std::vector<double> above(n + kSpareElements, -1);
      kernels->count_above(scores.data(), n, above.data());
      CAPTURE(kernels->name);
      for (std::size_t i = 0; i < n; ++i) {
        CHECK(above[i] == std::count_if(scores.begin(), scores.begin() + static_cast<long>(n),
                                        [&](double s) { return s > scores[i]; }));
      }
    }
  }
}
