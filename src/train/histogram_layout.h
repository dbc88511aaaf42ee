#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gbrank/dataset.h"

#include "train/kernels/kernels.h"

namespace gbrank {

/// A column among the cells of a histogram.
struct PlacedColumn {
  std::uint32_t column;
  BinPlace place;
  std::size_t first;   // cell: value v of its byte is kGroupLanes v behind it
  std::size_t values;  // of its byte
};

/// Up to eight bytes of a row whose cells stand side by side (kernels.h).
struct LaneGroup {
  std::size_t first = 0;  // cell
  std::size_t cells = 0;  // as many for each lane as the byte with the most values needs
  // Of lanes whose byte has one column: which one, and its bins less that of missing values. Of
  // others there are 0 bins.
  std::uint32_t column[kGroupLanes] = {};
  std::uint32_t value_bins[kGroupLanes] = {};
};

/// The columns of a tile that a tree may use, and where their cells are.
struct TileLayout {
  std::size_t number = 0;
  std::size_t lane_count = 0;
  std::uint8_t lanes[kTileLanes] = {};  // with such a column, ascending
  std::vector<LaneGroup> groups;
  std::vector<PlacedColumn> shared;  // columns whose byte has others, too
};

/// Where the cells of a tree's histograms are: for each byte of a row that has a column which the
/// tree may use, one for each of its values. A column that has a byte of its own has one for each
/// bin with values, then one for missing values, of which data that was binned like other data may
/// have some where that had none.
class HistogramLayout {
 public:
  HistogramLayout() = default;
  /// The columns ascend.
  HistogramLayout(std::span<const BinPlace> places, std::span<const std::uint32_t> columns);

  /// Those with columns.
  std::span<const TileLayout> tiles() const { return tiles_; }
  /// Of all cells.
  std::size_t size() const { return size_; }
  /// One of the columns.
  const PlacedColumn& placed(std::uint32_t column) const;

 private:
  std::vector<TileLayout> tiles_;
  std::vector<PlacedColumn> columns_;
  std::size_t size_ = 0;
};

}  // namespace gbrank
