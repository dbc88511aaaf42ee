#include "train/column_cells.h"

#include <algorithm>

namespace gbrank {
namespace {

/// The bin of a column is that of each run of `unit` values, and runs repeat.
void add_up(const std::int64_t* cell, const PlacedColumn& column, std::int64_t* sums) {
  const std::int64_t* const end = cell + column.values * kGroupLanes;
  while (cell != end) {
    for (std::size_t bin = 0; bin < column.place.bins; ++bin) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < column.place.unit; ++i, cell += kGroupLanes) sum += *cell;
      sums[bin * kGroupLanes] += sum;
    }
  }
}

}  // namespace

LeafSums sum_of_bins(const Histogram& histogram, const PlacedColumn& column, std::size_t begin,
                     std::size_t end) {
  const bool is_alone = column.values == column.place.bins;
  LeafSums sum;
  for (std::size_t v = is_alone ? begin : 0; v < (is_alone ? end : column.values); ++v) {
    const std::size_t bin = is_alone ? v : column.place.bin(static_cast<std::uint8_t>(v));
    if (bin >= begin && bin < end) sum = sum + histogram.cell(column.first + v * kGroupLanes);
  }
  return sum;
}

SharedColumns::SharedColumns(const Histogram& histogram, std::span<const PlacedColumn> columns)
    : columns_{} {
  const bool wide = histogram.is_wide();
  columns_.cells = {first_, wide ? second_ : nullptr};
  std::size_t bins = 0;
  for (const PlacedColumn& column : columns) bins = std::max<std::size_t>(bins, column.place.bins);
  std::fill_n(first_, bins * kGroupLanes, 0);
  if (wide) std::fill_n(second_, bins * kGroupLanes, 0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns_.value_bins[i] = columns[i].place.bins - 1U;
    const ConstCells cells = histogram.from(columns[i].first);
    add_up(cells.first, columns[i], first_ + i);
    if (wide) add_up(cells.second, columns[i], second_ + i);
  }
}

}  // namespace gbrank
