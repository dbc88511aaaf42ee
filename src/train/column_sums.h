#pragma once

#include <cstddef>
#include <cstdint>

#include "gbrank/dataset.h"

#include "train/histogram.h"
#include "train/kernels/kernels.h"

namespace gbrank {

/// The bins of one column in a histogram, whose cells are those of bytes: of a byte that columns
/// share, the cells with the same bin of this column are added up. That is exact, and a leaf's sum
/// fits into a word whatever its parts are.
class ColumnSums {
 public:
  ColumnSums(const Histogram& histogram, const HistogramLayout& layout, const BinPlace& place);
  ColumnSums(const ColumnSums&) = delete;
  ColumnSums& operator=(const ColumnSums&) = delete;

  const ColumnCells& cells() const { return cells_; }
  LeafSums of_bin(std::size_t bin) const {
    return cells_.second == nullptr ? unpack(cells_.first[bin])
                                    : unpack_wide(cells_.first[bin], cells_.second[bin]);
  }

 private:
  ColumnCells cells_;
  // Of a byte that is shared, whose columns have at most half as many bins as a byte has values.
  std::int64_t first_[128];
  std::int64_t second_[128];
};

}  // namespace gbrank
