// Histograms: each row's word is added to one cell for each lane of a tile.

namespace gbrank::GBRANK_TARGET {

/// Row numbers jump, so that no machine foresees which bins will be needed. They are called for
/// early into the second level of the cache, which can wait for more of them at a time than the
/// first, and late into the first. Measured with one row in 30: 0.24 ns a cell, against 1.8 without
/// calls; with 64 rows in the place of 128 a whole fit took two hundredths longer.
inline constexpr std::size_t kFarAhead = 128;
inline constexpr std::size_t kNearAhead = 16;

/// The number of lanes is a constant, so that the inner loop unrolls; kAll: they are 0, 1, 2, ...
/// Everything that the loop needs is in copies that no store can change, so that nothing is read
/// anew for each cell.
template <std::size_t kLanes, bool kAll>
void add_rows_of(const TileRows& r, const std::uint8_t* lanes, GradientWord* cells) {
  std::size_t lane[kLanes];
  for (std::size_t k = 0; k < kLanes; ++k) lane[k] = lanes[k];
  const std::uint8_t* const tile = r.tile;
  const std::uint32_t* const rows = r.rows;
  const GradientWord* const words = r.words;
  const std::size_t count = r.count;
  const auto add = [=](const std::uint8_t* bins, GradientWord word) __attribute__((always_inline)) {
    for (std::size_t k = 0; k < kLanes; ++k) {
      const std::size_t value = bins[kAll ? k : lane[k]];
      cells[k / kGroupLanes * kGroupCells + value * kGroupLanes + k % kGroupLanes] += word;
    }
  };
  std::size_t i = 0;
  if (rows == nullptr) {
    for (; i < count; ++i) add(tile + i * kTileLanes, words[i]);
    return;
  }
  const auto bins_of = [=](std::size_t at) __attribute__((always_inline)) {
    return tile + std::size_t{rows[at]} * kTileLanes;
  };
  for (; i < count && i < kFarAhead; ++i) __builtin_prefetch(bins_of(i), 0, 2);
  for (i = 0; i + kFarAhead < count; ++i) {
    __builtin_prefetch(bins_of(i + kFarAhead), 0, 2);
    __builtin_prefetch(bins_of(i + kNearAhead), 0, 3);
    add(bins_of(i), words[i]);
  }
  for (; i + kNearAhead < count; ++i) {
    __builtin_prefetch(bins_of(i + kNearAhead), 0, 3);
    add(bins_of(i), words[i]);
  }
  for (; i < count; ++i) add(bins_of(i), words[i]);
}

/// The instance for a number of lanes that is known only at run time.
template <std::size_t kLanes = kTileLanes>
void add_rows(const TileRows& r, const std::uint8_t* lanes, std::size_t lane_count,
              GradientWord* cells) {
  if (lane_count == kLanes) {
    // Ascending and different, so the last one tells.
    if (lanes[kLanes - 1] == kLanes - 1) {
      add_rows_of<kLanes, true>(r, lanes, cells);
    } else {
      add_rows_of<kLanes, false>(r, lanes, cells);
    }
  } else if constexpr (kLanes > 1) {
    add_rows<kLanes - 1>(r, lanes, lane_count, cells);
  }
}

}  // namespace gbrank::GBRANK_TARGET
