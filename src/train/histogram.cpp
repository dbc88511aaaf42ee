#include "train/histogram.h"

#include <algorithm>

#include "base/parallel.h"

namespace gbrank {

HistogramLayout::HistogramLayout(const Binning& binning) {
  first_.push_back(0);
  for (const FeatureBins& column : binning.columns) {
    first_.push_back(first_.back() + column.value_bins() + (column.has_missing ? 1U : 0U));
  }
}

namespace {

/// Rows ahead whose bins are fetched while the current ones are added: index lists jump.
constexpr std::size_t kPrefetchRows = 16;

/// One tile: its bins of a row are one 16-byte word. Lanes is a constant in a full tile, so that
/// the inner loop unrolls.
template <std::size_t Lanes>
void add_rows(const std::uint8_t* tile, std::span<const std::uint32_t> rows,
              const PackedSum* gradients, const std::size_t* first, std::size_t lanes,
              PackedSum* sums, std::uint32_t* counts) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i + kPrefetchRows < rows.size()) {
      const std::size_t ahead = rows[i + kPrefetchRows];
      __builtin_prefetch(tile + ahead * Dataset::kTileColumns);
      __builtin_prefetch(gradients + ahead);
    }
    const std::uint8_t* bins = tile + std::size_t{rows[i]} * Dataset::kTileColumns;
    const PackedSum gradient = gradients[rows[i]];
    for (std::size_t lane = 0; lane < (Lanes != 0 ? Lanes : lanes); ++lane) {
      const std::size_t cell = first[lane] + bins[lane];
      sums[cell] += gradient;
      ++counts[cell];
    }
  }
}

}  // namespace

void build_histogram(const Dataset& data, const HistogramLayout& layout,
                     std::span<const std::uint32_t> rows, const PackedSum* gradients,
                     std::span<const std::uint8_t> wanted_tiles, int threads,
                     Histogram& histogram) {
  parallel_for(threads, data.tiles(), [&](std::size_t tile, int) {
    if (wanted_tiles[tile] == 0) return;
    const std::size_t begin = tile * Dataset::kTileColumns;
    const std::size_t end = std::min(begin + Dataset::kTileColumns, data.columns());
    const std::size_t lanes = end - begin;
    std::size_t first[Dataset::kTileColumns] = {};
    for (std::size_t lane = 0; lane < lanes; ++lane) first[lane] = layout.first(begin + lane);

    const auto from = static_cast<std::ptrdiff_t>(layout.first(begin));
    const auto to = static_cast<std::ptrdiff_t>(layout.first(end));
    std::fill(histogram.sums.begin() + from, histogram.sums.begin() + to, 0);
    std::fill(histogram.counts.begin() + from, histogram.counts.begin() + to, 0);
    const auto add = lanes == Dataset::kTileColumns ? add_rows<Dataset::kTileColumns> : add_rows<0>;
    add(data.tile(tile), rows, gradients, first, lanes, histogram.sums.data(),
        histogram.counts.data());
  });
}

void subtract_histogram(Histogram& parent, const Histogram& child, int threads) {
  constexpr std::size_t kBlock = std::size_t{1} << 14;
  parallel_blocks(threads, parent.sums.size(), kBlock,
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t i = begin; i < end; ++i) {
                      parent.sums[i] -= child.sums[i];
                      parent.counts[i] -= child.counts[i];
                    }
                  });
}

}  // namespace gbrank
