#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "train/histogram.h"
#include "train/histogram_layout.h"
#include "train/kernels/kernels.h"

namespace gbrank {

/// What the documents of these bins of a column, `begin` up to `end`, add up to.
LeafSums sum_of_bins(const Histogram& histogram, const PlacedColumn& column, std::size_t begin,
                     std::size_t end);

/// Up to eight columns that share bytes with others, each with cells of its own, in which the cells
/// of their bytes are added up by their bins. That is exact, and a leaf's sum fits into a word
/// whatever its parts are.
class SharedColumns {
 public:
  SharedColumns(const Histogram& histogram, std::span<const PlacedColumn> columns);
  SharedColumns(const SharedColumns&) = delete;
  SharedColumns& operator=(const SharedColumns&) = delete;

  const GroupColumns& columns() const { return columns_; }

 private:
  GroupColumns columns_;
  // A column that shares a byte has at most half as many bins as a byte has values.
  std::int64_t first_[kByteValues / 2 * kGroupLanes];
  std::int64_t second_[kByteValues / 2 * kGroupLanes];
};

}  // namespace gbrank
