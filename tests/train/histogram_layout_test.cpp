#include "train/histogram_layout.h"

#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "base/random.h"
#include "data/bin_places.h"

using namespace gbrank;

TEST_CASE("each byte with a wanted column has a lane, and columns know their cells") {
  // Columns 0 and 3 share a byte.
  const std::vector<BinPlace> places = {{0, 1, 3}, {1, 1, 4}, {2, 1, 2}, {0, 3, 2}};
  const HistogramLayout layout(places, std::vector<std::uint32_t>{0, 1, 3});
  REQUIRE(layout.tiles().size() == 1);
  const TileLayout& tile = layout.tiles()[0];
  CHECK(tile.number == 0);
  REQUIRE(tile.lane_count == 2);
  CHECK(tile.lanes[0] == 0);
  CHECK(tile.lanes[1] == 1);
  REQUIRE(tile.groups.size() == 1);
  CHECK(tile.groups[0].cells == 6 * 8);  // the byte that is shared has six values, the other four
  CHECK(layout.size() == 6 * 8);
  CHECK(tile.groups[0].value_bins[0] == 0);
  CHECK(tile.groups[0].value_bins[1] == 3);
  CHECK(tile.groups[0].column[1] == 1);
  CHECK(tile.groups[0].value_bins[2] == 0);
  REQUIRE(tile.shared.size() == 2);
  CHECK(tile.shared[0].column == 0);
  CHECK(tile.shared[1].column == 3);
  CHECK(layout.placed(3).place == places[3]);
  CHECK(layout.placed(3).first == 0);
  CHECK(layout.placed(3).values == 6);
  CHECK(layout.placed(1).first == 1);
  CHECK(layout.placed(1).values == 4);
}

TEST_CASE("no two wanted bytes have a cell in common, whatever a tree may use") {
  Random random(5);
  for (int trial = 0; trial < 50; ++trial) {
    Binning binning;
    for (std::size_t c = 0; c < 1 + random.below(80); ++c) {
      binning.columns.push_back({static_cast<std::uint32_t>(c),
                                 std::vector<float>(random.below(trial % 2 == 0 ? 30 : 254)),
                                 true});
    }
    const std::vector<BinPlace> places = place_bins(binning);
    std::vector<std::uint32_t> columns;
    for (std::uint32_t c = 0; c < places.size(); ++c) {
      if (random.below(3) > 0) columns.push_back(c);
    }
    const HistogramLayout layout(places, columns);
    std::set<std::size_t> cells;
    std::set<std::size_t> bytes;
    for (const std::uint32_t c : columns) {
      const PlacedColumn& placed = layout.placed(c);
      CHECK(placed.column == c);
      if (!bytes.insert(placed.place.byte).second) continue;
      for (std::size_t v = 0; v < placed.values; ++v) {
        CHECK(placed.first + v * kGroupLanes < layout.size());
        CHECK(cells.insert(placed.first + v * kGroupLanes).second);
      }
    }
    std::size_t lanes = 0;
    std::size_t found = 0;
    for (const TileLayout& tile : layout.tiles()) {
      lanes += tile.lane_count;
      found += tile.shared.size();
      for (const LaneGroup& group : tile.groups) {
        for (const std::uint32_t bins : group.value_bins) found += bins > 0;
      }
    }
    CHECK(lanes == bytes.size());
    CHECK(found == columns.size());
  }
}
