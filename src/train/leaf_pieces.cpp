#include "train/leaf_pieces.h"

#include <algorithm>
#include <utility>

namespace gbrank {
namespace {

/// Gradients, hessians and scores of so many rows fit the second level of the cache.
constexpr std::size_t kRange = std::size_t{1} << 14;

}  // namespace

LeafPieces::LeafPieces(std::vector<std::span<const std::uint32_t>> leaf_rows)
    : leaf_rows_(std::move(leaf_rows)), ranges_(0) {
  for (const std::span<const std::uint32_t> rows : leaf_rows_) {
    if (!rows.empty()) ranges_ = std::max(ranges_, rows.back() / kRange + 1);
  }
}

std::span<const std::uint32_t> LeafPieces::rows(std::size_t range, std::size_t leaf) const {
  const std::span<const std::uint32_t> rows = leaf_rows_[leaf];
  const auto begin = std::ranges::lower_bound(rows, range * kRange);
  return {begin, std::ranges::lower_bound(begin, rows.end(), (range + 1) * kRange)};
}

}  // namespace gbrank
