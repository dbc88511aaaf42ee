#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gbrank {

/// The rows of leaves, cut at fixed row numbers. A thread takes all leaves of a range of rows
/// together, so that what there is for each row comes to its cache once, not once for each leaf.
class LeafPieces {
 public:
  /// The rows of each leaf, ascending; they must stay.
  explicit LeafPieces(std::vector<std::span<const std::uint32_t>> leaf_rows);

  std::size_t leaves() const { return leaf_rows_.size(); }
  std::size_t ranges() const { return ranges_; }

  /// Those rows of a leaf that are in the range.
  std::span<const std::uint32_t> rows(std::size_t range, std::size_t leaf) const;

 private:
  std::vector<std::span<const std::uint32_t>> leaf_rows_;
  std::size_t ranges_;
};

}  // namespace gbrank
