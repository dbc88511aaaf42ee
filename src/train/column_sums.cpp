#include "train/column_sums.h"

#include <algorithm>

namespace gbrank {
namespace {

/// The bin of `place` is that of each run of `unit` cells, and runs repeat.
void add_up(const std::int64_t* cells, std::size_t count, const BinPlace& place,
            std::int64_t* sums) {
  std::fill_n(sums, place.bins, 0);
  for (const std::int64_t* const end = cells + count; cells != end;) {
    for (std::size_t bin = 0; bin < place.bins; ++bin, cells += place.unit) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < place.unit; ++i) sum += cells[i];
      sums[bin] += sum;
    }
  }
}

}  // namespace

ColumnSums::ColumnSums(const Histogram& histogram, const HistogramLayout& layout,
                       const BinPlace& place) {
  const std::size_t at = layout.first(place.byte);
  const std::size_t count = layout.cells(place.byte);
  cells_ = {histogram.first(at), histogram.second(at), place.bins - std::size_t{1}};
  if (count == place.bins) return;
  add_up(cells_.first, count, place, first_);
  cells_.first = first_;
  if (cells_.second == nullptr) return;
  add_up(cells_.second, count, place, second_);
  cells_.second = second_;
}

}  // namespace gbrank
