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

std::span<const std::uint32_t> order_by_score(std::span<const double> scores, std::uint64_t key,
                                              Arena& memory) {
  const std::size_t n = scores.size();
  const std::span<std::uint32_t> order = memory.take<std::uint32_t>(n);
  const std::span<std::uint64_t> word = memory.take<std::uint64_t>(n);
  for (std::size_t i = 0; i < n; ++i) {
    order[i] = static_cast<std::uint32_t>(i);
    word[i] = falling(scores[i]);
  }
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return word[i]; });

  // Equal scores came out in any order; now they get theirs.
  for (std::size_t begin = 0, end = 0; begin < n; begin = end) {
    for (end = begin + 1; end < n && word[order[end]] == word[order[begin]];) ++end;
    if (end - begin < 2) continue;
    const auto tied = order.subspan(begin, end - begin);
    for (const std::uint32_t i : tied) word[i] = tie_word(key, i);
    std::ranges::sort(tied, {}, [&](std::uint32_t i) { return word[i]; });
  }
  return order;
}

}  // namespace gbrank
