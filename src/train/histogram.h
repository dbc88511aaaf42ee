#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gbrank/dataset.h"

#include "base/aligned.h"
#include "train/quantised_gradients.h"

namespace gbrank {

/// Where each column's bins begin in a histogram: its value bins, then its missing bin if it has
/// one.
class HistogramLayout {
 public:
  explicit HistogramLayout(const Binning& binning);

  std::size_t first(std::size_t column) const { return first_[column]; }
  std::size_t size() const { return first_.back(); }

 private:
  std::vector<std::size_t> first_;  // columns + 1
};

/// For every bin of every column, the documents of a leaf: their gradients and hessians, and how
/// many they are.
struct Histogram {
  explicit Histogram(const HistogramLayout& layout) : sums(layout.size()), counts(layout.size()) {}

  AlignedVector<PackedSum> sums;
  AlignedVector<std::uint32_t> counts;
};

/// Fills the histogram of these rows for every tile that is wanted (one flag a tile); the others
/// keep what they have. Tiles are spread over threads, so no two threads write to one place.
void build_histogram(const Dataset& data, const HistogramLayout& layout,
                     std::span<const std::uint32_t> rows, const PackedSum* gradients,
                     std::span<const std::uint8_t> wanted_tiles, int threads, Histogram& histogram);

/// parent -= child: the histogram of the other child, in the parent's place.
void subtract_histogram(Histogram& parent, const Histogram& child, int threads);

}  // namespace gbrank
