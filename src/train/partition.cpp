#include "train/partition.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/parallel.h"
#include "train/sides.h"

namespace gbrank {
namespace {

/// Fewer rows are not worth another thread.
constexpr std::size_t kBlock = 2048;

/// Sets the rows that go left at the beginning of `to`, and the others from its end on backwards.
/// Returns how many are at the beginning. `lane` is a byte of all rows, at distances of kTileBytes.
std::size_t part(const std::uint8_t* lane, std::span<const std::uint32_t> rows,
                 const Sides& goes_left, std::uint32_t* to) {
  // Called for early, as in kernels/add_rows.h.
  constexpr std::size_t kAhead = 128;
  const std::size_t last = rows.size() - 1;
  std::size_t left = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::size_t ahead = std::min(i + kAhead, last);
    __builtin_prefetch(lane + std::size_t{rows[ahead]} * Dataset::kTileBytes, 0, 2);
    const std::uint32_t row = rows[i];
    const std::uint8_t value = lane[std::size_t{row} * Dataset::kTileBytes];
    // Both places are still free, and the wrong one stays so: no branch that would be mispredicted.
    to[left] = row;
    to[last - (i - left)] = row;
    left += goes_left[value];
  }
  return left;
}

}  // namespace

std::size_t partition_rows(const Dataset& data, const Split& split,
                           std::span<const GradientWord> words, const LeafRows& leaf, int threads) {
  const BinPlace& place = data.places()[split.column];
  const std::uint8_t* const lane = data.lane(place.byte);
  const Sides sides = sides_of(place, split.bin, split.missing_left);
  const std::size_t n = leaf.rows.size();
  std::vector<std::size_t> left_before((n + kBlock - 1) / kBlock + 1);
  parallel_blocks(threads, n, kBlock, [&](std::size_t begin, std::size_t end, int) {
    left_before[begin / kBlock + 1] =
        part(lane, leaf.rows.subspan(begin, end - begin), sides, leaf.scratch.data() + begin);
  });
  std::partial_sum(left_before.begin(), left_before.end(), left_before.begin());
  const std::size_t left_total = left_before.back();

  const bool left_is_smaller = 2 * left_total <= n;
  parallel_blocks(threads, n, kBlock, [&](std::size_t begin, std::size_t end, int) {
    const std::size_t left = left_before[begin / kBlock];
    const std::size_t count = left_before[begin / kBlock + 1] - left;
    const std::size_t right = left_total + begin - left;
    const auto parted = leaf.scratch.subspan(begin, end - begin);
    std::ranges::copy(parted.first(count), leaf.rows.begin() + std::ptrdiff_t(left));
    std::ranges::reverse_copy(parted.subspan(count), leaf.rows.begin() + std::ptrdiff_t(right));
    const std::size_t from = left_is_smaller ? left : right;
    const std::size_t until = left_is_smaller ? left + count : right + parted.size() - count;
    for (std::size_t i = from; i < until; ++i) leaf.words[i] = words[leaf.rows[i]];
  });
  return left_total;
}

}  // namespace gbrank
