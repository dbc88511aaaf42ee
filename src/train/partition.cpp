#include "train/partition.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/parallel.h"

namespace gbrank {
namespace {

/// Fewer rows are not worth another thread.
constexpr std::size_t kBlock = 2048;

/// Marks the rows whose bin is up to `last_left`, or `also_left`, and returns how many they are.
/// `lane` is a column: a byte every kTileColumns.
std::size_t mark(const std::uint8_t* lane, std::span<const std::uint32_t> rows, unsigned last_left,
                 unsigned also_left, std::uint8_t* goes_left) {
  // Called for early, as in kernels/add_rows.h.
  constexpr std::size_t kAhead = 64;
  std::size_t left = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t ahead = std::min(i + kAhead, rows.size() - 1);
    __builtin_prefetch(lane + std::size_t{rows[ahead]} * Dataset::kTileColumns, 0, 2);
    const unsigned bin = lane[std::size_t{rows[i]} * Dataset::kTileColumns];
    const auto goes = static_cast<std::uint8_t>((bin <= last_left) | (bin == also_left));
    goes_left[i] = goes;
    left += goes;
  }
  return left;
}

/// Moves each row to the next place of its side.
void move(std::span<const std::uint32_t> rows, const std::uint8_t* goes_left, std::size_t left,
          std::size_t right, std::uint32_t* to) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t goes = goes_left[i];
    to[goes != 0 ? left : right] = rows[i];
    left += goes;
    right += 1 - goes;
  }
}

}  // namespace

std::size_t partition_rows(const Dataset& data, const Split& split,
                           std::span<const std::uint32_t> rows, std::span<const GradientWord> words,
                           const PartedRows& to, int threads) {
  const std::uint8_t* lane =
      data.tile(split.column / Dataset::kTileColumns) + split.column % Dataset::kTileColumns;
  // The bin of missing values lies above those of all others, so they go right by themselves.
  const unsigned last_left = split.bin;
  const unsigned also_left =
      split.missing_left ? data.binning().columns[split.column].missing_bin() : last_left;

  const std::size_t n = rows.size();
  std::vector<std::size_t> left_before((n + kBlock - 1) / kBlock + 1);
  parallel_blocks(threads, n, kBlock, [&](std::size_t begin, std::size_t end, int) {
    left_before[begin / kBlock + 1] = mark(lane, rows.subspan(begin, end - begin), last_left,
                                           also_left, to.goes_left.data() + begin);
  });
  std::partial_sum(left_before.begin(), left_before.end(), left_before.begin());
  const std::size_t left_total = left_before.back();

  const bool left_is_smaller = 2 * left_total <= n;
  parallel_blocks(threads, n, kBlock, [&](std::size_t begin, std::size_t end, int) {
    const std::size_t left = left_before[begin / kBlock];
    const std::size_t left_end = left_before[begin / kBlock + 1];
    const std::size_t right = left_total + begin - left;
    move(rows.subspan(begin, end - begin), to.goes_left.data() + begin, left, right,
         to.rows.data());
    const std::size_t from = left_is_smaller ? left : right;
    const std::size_t until = left_is_smaller ? left_end : left_total + end - left_end;
    for (std::size_t i = from; i < until; ++i) to.words[i] = words[to.rows[i]];
  });
  return left_total;
}

}  // namespace gbrank
