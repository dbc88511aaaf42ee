#include "objective/score_order.h"

#include <algorithm>
#include <bit>

namespace gbrank {
namespace {

/// Words in the order of falling numbers; 0 and -0 are the same number.
std::uint64_t falling(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  return (bits & kSign) != 0 ? bits : ~bits & ~kSign;
}

}  // namespace

std::uint64_t tie_key(const QueryView& query, const Round& round) {
  return random_key(round.seed, round.number, query.number);
}

namespace {

/// Up to so many documents, each is compared with each, eight at a time and without a branch. In
/// fits with about 116 documents a query this took less time than sorting; the limit itself is a
/// guess.
constexpr std::size_t kMostCounted = 400;

void order_ties(std::span<std::uint32_t> tied, std::uint64_t key) {
  std::ranges::sort(tied, {}, [&](std::uint32_t i) { return tie_word(key, i); });
}

/// A document stands behind those whose scores are above its own.
void order_by_counting(std::span<const double> scores, std::uint64_t key, Arena& memory,
                       std::span<std::uint32_t> order) {
  const std::size_t n = scores.size();
  const std::span<double> copy = memory.take<double>(n);  // it has elements to spare
  const std::span<double> above = memory.take<double>(n);
  const std::span<std::uint32_t> tied = memory.take<std::uint32_t>(n);  // by their first place
  std::ranges::copy(scores, copy.begin());
  // Numbers that are counted are the same in every table.
  fastest_kernels().count_above(copy.data(), n, above.data());
  bool any_tied = false;
  for (std::size_t i = 0; i < n; ++i) {
    const auto place = static_cast<std::size_t>(above[i]);
    any_tied = any_tied || tied[place] > 0;
    order[place + tied[place]++] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t place = 0; any_tied && place < n; place += tied[place]) {
    if (tied[place] > 1) order_ties(order.subspan(place, tied[place]), key);
  }
}

void order_by_sorting(std::span<const double> scores, std::uint64_t key, Arena& memory,
                      std::span<std::uint32_t> order) {
  const std::size_t n = scores.size();
  const std::span<std::uint64_t> word = memory.take<std::uint64_t>(n);
  for (std::size_t i = 0; i < n; ++i) {
    order[i] = static_cast<std::uint32_t>(i);
    word[i] = falling(scores[i]);
  }
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return word[i]; });
  // Equal scores came out in any order; now they get theirs.
  for (std::size_t begin = 0, end = 0; begin < n; begin = end) {
    for (end = begin + 1; end < n && word[order[end]] == word[order[begin]];) ++end;
    if (end - begin > 1) order_ties(order.subspan(begin, end - begin), key);
  }
}

}  // namespace

std::span<const std::uint32_t> order_by_score(std::span<const double> scores, std::uint64_t key,
                                              Arena& memory) {
  const std::span<std::uint32_t> order = memory.take<std::uint32_t>(scores.size());
  if (scores.size() <= kMostCounted) {
    order_by_counting(scores, key, memory, order);
  } else {
    order_by_sorting(scores, key, memory, order);
  }
  return order;
}

}  // namespace gbrank
