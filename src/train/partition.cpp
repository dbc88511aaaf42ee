#include "train/partition.h"

#include <algorithm>

#include "base/parallel.h"

namespace gbrank {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 13;

}  // namespace

std::size_t partition_rows(const Dataset& data, const Split& split, std::span<std::uint32_t> rows,
                           std::span<std::uint32_t> scratch, int threads) {
  const std::uint8_t* lane =
      data.tile(split.column / Dataset::kTileColumns) + split.column % Dataset::kTileColumns;
  const std::uint8_t missing = data.binning().columns[split.column].missing_bin();
  const auto goes_left = [&](std::uint32_t row) {
    const std::uint8_t bin = lane[std::size_t{row} * Dataset::kTileColumns];
    return bin == missing ? split.missing_left : bin <= split.bin;
  };

  // Each block parts its own rows in place of scratch: left ones from its beginning, right ones
  // from its end backwards. Then the blocks' parts are copied to where they belong.
  const std::size_t blocks = (rows.size() + kBlock - 1) / kBlock;
  std::vector<std::size_t> left_counts(blocks);
  parallel_blocks(threads, rows.size(), kBlock, [&](std::size_t begin, std::size_t end, int) {
    std::size_t left = begin;
    std::size_t right = end;
    for (std::size_t i = begin; i < end; ++i) {
      if (goes_left(rows[i])) {
        scratch[left++] = rows[i];
      } else {
        scratch[--right] = rows[i];
      }
    }
    std::reverse(scratch.begin() + static_cast<std::ptrdiff_t>(right),
                 scratch.begin() + static_cast<std::ptrdiff_t>(end));
    left_counts[begin / kBlock] = left - begin;
  });

  std::vector<std::size_t> left_before(blocks + 1);
  for (std::size_t b = 0; b < blocks; ++b) left_before[b + 1] = left_before[b] + left_counts[b];
  const std::size_t left_total = left_before[blocks];
  parallel_blocks(threads, rows.size(), kBlock, [&](std::size_t begin, std::size_t end, int) {
    const std::size_t block = begin / kBlock;
    const auto middle = scratch.begin() + static_cast<std::ptrdiff_t>(begin + left_counts[block]);
    std::copy(scratch.begin() + static_cast<std::ptrdiff_t>(begin), middle,
              rows.begin() + static_cast<std::ptrdiff_t>(left_before[block]));
    std::copy(middle, scratch.begin() + static_cast<std::ptrdiff_t>(end),
              rows.begin() + static_cast<std::ptrdiff_t>(left_total + begin - left_before[block]));
  });
  return left_total;
}

}  // namespace gbrank
