#include "exchange/order_changes.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

#include "base/inversions.h"

namespace gbrank {
namespace {

/// Pairs within stretches of things that are equal to the one before.
template <typename EqualToPrevious>
std::uint64_t count_equal_pairs(std::size_t size, EqualToPrevious&& equal_to_previous) {
  std::uint64_t pairs = 0;
  std::uint64_t equal_before = 0;
  for (std::size_t i = 1; i < size; ++i) {
    equal_before = equal_to_previous(i) ? equal_before + 1 : 0;
    pairs += equal_before;
  }
  return pairs;
}

}  // namespace

OrderChanges compare_order(std::span<const double> first, std::span<const double> second) {
  assert(first.size() == second.size());
  const std::size_t n = first.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return first[a] != first[b] ? first[a] < first[b] : second[a] < second[b];
  });
  const auto same_first = [&](std::size_t i) { return first[order[i]] == first[order[i - 1]]; };
  const auto same_second = [&](std::size_t i) { return second[order[i]] == second[order[i - 1]]; };

  OrderChanges changes;
  const std::uint64_t same =
      count_equal_pairs(n, [&](std::size_t i) { return same_first(i) && same_second(i); });
  changes.untied = count_equal_pairs(n, same_first) - same;

  // By the first score upwards: those that the second puts above all before them. The earliest of
  // them that is above a document is also the one furthest from it by the first score.
  std::vector<std::size_t> records;
  double widest = 0;
  for (const std::size_t document : order) {
    const auto above = std::ranges::upper_bound(records, second[document], {},
                                                [&](std::size_t r) { return second[r]; });
    if (above == records.end()) {
      records.push_back(document);
    } else if (first[document] - first[*above] > widest) {
      widest = first[document] - first[*above];
      changes.higher = document;
      changes.lower = *above;
    }
  }

  std::vector<double> seconds(n);
  std::ranges::transform(order, seconds.begin(), [&](std::size_t i) { return second[i]; });
  std::vector<double> buffer;
  changes.inverted = sort_counting_inversions(seconds, buffer);
  changes.tied =
      count_equal_pairs(n, [&](std::size_t i) { return seconds[i] == seconds[i - 1]; }) - same;
  return changes;
}

}  // namespace gbrank
