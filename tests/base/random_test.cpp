#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <doctest/doctest.h>

namespace gbrank {
namespace {

/// Pearson's statistic of counts that should be equal; its mean is the number of cells - 1.
double chi_square(const std::vector<int>& counts) {
  double total = 0;
  for (const int n : counts) total += n;
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const int n : counts) sum += (n - expected) * (n - expected) / expected;
  return sum;
}

}  // namespace

TEST_CASE("mix64 gives the published sequence of SplitMix64") {
  // Vigna's splitmix64.c adds the golden gamma to its state and then mixes; mix64 does both. These
  // are the first outputs from the state 1234567.
  const std::vector<std::uint64_t> published = {6457827717110365317U, 3203168211198807973U,
                                                9817491932198370423U, 4593380528125082431U,
                                                16408922859458223821U};
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected : published) {
    CHECK(mix64(state) == expected);
    state += 0x9e3779b97f4a7c15U;
  }
  static_assert(mix64(0) == 0xe220a8397b1dcdafU);
}

TEST_CASE("the sequences that models depend on stay what they are") {
  // Computed apart, from the definition in unlimited integers: mix64((key + i) * 0xd1342543de82ef95
  // + 1).
  Random random(7);
  CHECK(random.next() == 12303184768967004122U);
  CHECK(random.next() == 9540484332574876975U);
  CHECK(random_key(1) == mix64(1));
  CHECK(random_key(1, 2, 3) == mix64(mix64(mix64(1) ^ 2) ^ 3));
}

TEST_CASE("keys depend on every part and on the order of the parts") {
  std::set<std::uint64_t> keys;
  for (std::uint64_t a = 0; a < 20; ++a) {
    for (std::uint64_t b = 0; b < 20; ++b) {
      keys.insert(random_key(a, b));
      for (std::uint64_t c = 0; c < 20; ++c) keys.insert(random_key(a, b, c));
    }
  }
  CHECK(keys.size() == 20 * 20 + 20 * 20 * 20);
}

TEST_CASE("below gives every value, equally often, and none out of range") {
  Random random(random_key(1));
  for (const std::size_t bound : {1U, 2U, 3U, 7U, 64U, 100U}) {
    std::vector<int> counts(bound);
    for (std::size_t i = 0; i < 1000 * bound; ++i) {
      const std::uint64_t value = random.below(bound);
      REQUIRE(value < bound);
      ++counts[value];
    }
    const double freedom = static_cast<double>(bound - 1);
    CHECK(chi_square(counts) <= freedom + 5 * std::sqrt(2 * freedom));
  }
}

TEST_CASE("below has no bias towards small values for a bound that does not divide 2^64") {
  // A plain remainder would give the lowest third of [0, 3 * 2^62) half of the draws.
  Random random(random_key(2));
  std::vector<int> thirds(3);
  for (int i = 0; i < 30000; ++i) ++thirds.at(random.below(std::uint64_t{3} << 62) >> 62);
  CHECK(chi_square(thirds) < 20);
}

TEST_CASE("uniform is equally likely everywhere in [0, 1)") {
  Random random(random_key(3));
  std::vector<int> tenths(10);
  for (int i = 0; i < 100000; ++i) {
    const double value = random.uniform();
    REQUIRE(value >= 0);
    REQUIRE(value < 1);
    ++tenths[static_cast<std::size_t>(value * 10)];
  }
  CHECK(chi_square(tenths) < 9 + 5 * std::sqrt(18.0));
}

}  // namespace gbrank
