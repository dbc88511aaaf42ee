// Histograms: each row's word is added to one cell for each lane of a tile.

namespace gbrank::GBRANK_TARGET {

/// Rows ahead whose bins are fetched while the current ones are added: row numbers jump. Measured:
/// 16 to 64 are alike, 8 is slower.
inline constexpr std::size_t kFetchAhead = 24;

/// The number of lanes is a constant, so that the inner loop unrolls; kAll: they are 0, 1, 2, ...
template <std::size_t kLanes, bool kAll>
void add_rows_of(const TileRows& r, const std::uint8_t* lanes, GradientWord* cells) {
  // A copy that nothing else points to, so that it need not be read anew after each store.
  std::size_t lane[kLanes];
  for (std::size_t k = 0; k < kLanes; ++k) lane[k] = lanes[k];
  const auto add = [&](std::size_t i) __attribute__((always_inline)) {
    const std::uint8_t* bins = r.tile + std::size_t{r.rows[i]} * kTileLanes;
    const GradientWord word = r.words[i];
    for (std::size_t k = 0; k < kLanes; ++k) {
      cells[k * kLaneCells + bins[kAll ? k : lane[k]]] += word;
    }
  };
  const std::size_t fetched = r.count > kFetchAhead ? r.count - kFetchAhead : 0;
  for (std::size_t i = 0; i < fetched; ++i) {
    __builtin_prefetch(r.tile + std::size_t{r.rows[i + kFetchAhead]} * kTileLanes);
    add(i);
  }
  for (std::size_t i = fetched; i < r.count; ++i) add(i);
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
