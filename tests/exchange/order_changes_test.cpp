#include "exchange/order_changes.h"

#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {
namespace {

/// All pairs, one by one.
OrderChanges slow_changes(const std::vector<double>& first, const std::vector<double>& second) {
  OrderChanges changes;
  double widest = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = 0; j < first.size(); ++j) {
      if (first[i] > first[j] && second[i] < second[j]) {
        ++changes.inverted;
        widest = std::max(widest, first[i] - first[j]);
      }
      if (first[i] > first[j] && second[i] == second[j]) ++changes.tied;
      if (first[i] == first[j] && second[i] > second[j]) ++changes.untied;
    }
  }
  for (std::size_t i = 0; i < first.size() && changes.inverted > 0; ++i) {
    for (std::size_t j = 0; j < first.size(); ++j) {
      if (first[i] - first[j] == widest && second[i] < second[j]) {
        changes.higher = i;
        changes.lower = j;
      }
    }
  }
  return changes;
}

}  // namespace

TEST_CASE("changes of order agree with comparing all pairs, with and without equal scores") {
  Random random(random_key(4));
  for (std::size_t trial = 0; trial < 400; ++trial) {
    const std::size_t n = random.below(25);
    const std::size_t values = 1 + random.below(2 * n + 1);
    std::vector<double> first(n);
    std::vector<double> second(n);
    for (std::size_t i = 0; i < n; ++i) {
      first[i] = static_cast<double>(random.below(values));
      // Most documents keep their place.
      second[i] = random.below(4) == 0 ? static_cast<double>(random.below(values)) : first[i];
    }
    const OrderChanges expected = slow_changes(first, second);
    const OrderChanges changes = compare_order(first, second);
    CHECK(changes.inverted == expected.inverted);
    CHECK(changes.tied == expected.tied);
    CHECK(changes.untied == expected.untied);
    if (expected.inverted == 0) continue;
    // Of several pairs that are as far apart any will do.
    CHECK(first[changes.higher] - first[changes.lower] ==
          first[expected.higher] - first[expected.lower]);
    CHECK(second[changes.higher] < second[changes.lower]);
  }
}

TEST_CASE("a list of 200,000 documents that stands on its head is compared at once") {
  constexpr std::size_t kDocuments = 200000;
  std::vector<double> first(kDocuments);
  std::vector<double> second(kDocuments);
  for (std::size_t i = 0; i < kDocuments; ++i) {
    first[i] = static_cast<double>(i);
    second[i] = -static_cast<double>(i);
  }
  const OrderChanges changes = compare_order(first, second);
  CHECK(changes.inverted == kDocuments * (kDocuments - 1) / 2);
  CHECK(changes.higher == kDocuments - 1);
  CHECK(changes.lower == 0);
  CHECK(compare_order(first, first).inverted == 0);
}

}  // namespace gbrank
