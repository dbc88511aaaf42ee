#include "train/histogram_layout.h"

#include <algorithm>

#include "data/bin_places.h"

namespace gbrank {

HistogramLayout::HistogramLayout(std::span<const BinPlace> places,
                                 std::span<const std::uint32_t> columns) {
  const std::vector<std::size_t> values = values_of_bytes(places);
  std::vector<std::size_t> columns_in(values.size());
  for (const BinPlace& place : places) ++columns_in[place.byte];
  for (const std::uint32_t column : columns) columns_.push_back({column, places[column], 0, 0});
  std::vector<PlacedColumn*> by_byte;
  for (PlacedColumn& column : columns_) by_byte.push_back(&column);
  std::ranges::stable_sort(by_byte, {}, [](const PlacedColumn* c) { return c->place.byte; });

  for (auto at = by_byte.begin(); at != by_byte.end();) {
    const std::size_t byte = (*at)->place.byte;
    if (tiles_.empty() || tiles_.back().number != byte / kTileLanes) {
      tiles_.emplace_back().number = byte / kTileLanes;
    }
    TileLayout& tile = tiles_.back();
    const std::size_t lane = tile.lane_count % kGroupLanes;
    if (lane == 0) tile.groups.emplace_back().first = size_;
    tile.lanes[tile.lane_count++] = static_cast<std::uint8_t>(byte % kTileLanes);
    LaneGroup& group = tile.groups.back();
    group.cells = std::max(group.cells, values[byte] * kGroupLanes);
    size_ = group.first + group.cells;
    for (; at != by_byte.end() && (*at)->place.byte == byte; ++at) {
      PlacedColumn& column = **at;
      column.first = group.first + lane;
      column.values = values[byte];
      if (columns_in[byte] > 1) {
        tile.shared.push_back(column);
      } else {
        group.column[lane] = column.column;
        group.value_bins[lane] = column.place.bins - 1U;
      }
    }
  }
}

const PlacedColumn& HistogramLayout::placed(std::uint32_t column) const {
  return *std::ranges::lower_bound(columns_, column, {}, &PlacedColumn::column);
}

}  // namespace gbrank
