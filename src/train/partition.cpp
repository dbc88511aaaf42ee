#include "train/partition.h"

#include <algorithm>

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
void move(std::span<const std::uint32_t> rows, const GradientWord* words,
          const std::uint8_t* goes_left, std::size_t left, std::size_t right, RowList& to) {
  std::uint32_t* to_rows = to.rows.data();
  GradientWord* to_words = to.words.data();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t goes = goes_left[i];
    const std::size_t place = goes != 0 ? left : right;
    to_rows[place] = rows[i];
    to_words[place] = words[i];
    left += goes;
    right += 1 - goes;
  }
}

}  // namespace

std::size_t partition_rows(const Dataset& data, const Split& split, const RowList& from,
                           std::size_t begin, std::size_t end, RowList& to,
                           std::span<std::uint8_t> goes_left, int threads) {
  const std::uint8_t* lane =
      data.tile(split.column / Dataset::kTileColumns) + split.column % Dataset::kTileColumns;
  // The bin of missing values lies above those of all others, so they go right by themselves.
  const unsigned last_left = split.bin;
  const unsigned also_left =
      split.missing_left ? data.binning().columns[split.column].missing_bin() : last_left;

  const std::size_t blocks = (end - begin + kBlock - 1) / kBlock;
  std::vector<std::size_t> left_before(blocks + 1);
  parallel_blocks(threads, end - begin, kBlock, [&](std::size_t first, std::size_t last, int) {
    const std::span rows = std::span(from.rows).subspan(begin + first, last - first);
    left_before[first / kBlock + 1] =
        mark(lane, rows, last_left, also_left, goes_left.data() + begin + first);
  });
  for (std::size_t b = 0; b < blocks; ++b) left_before[b + 1] += left_before[b];
  const std::size_t left_total = left_before[blocks];

  parallel_blocks(threads, end - begin, kBlock, [&](std::size_t first, std::size_t last, int) {
    const std::size_t block = first / kBlock;
    move(std::span(from.rows).subspan(begin + first, last - first),
         from.words.data() + begin + first, goes_left.data() + begin + first,
         begin + left_before[block], begin + left_total + first - left_before[block], to);
  });
  return left_total;
}

}  // namespace gbrank
