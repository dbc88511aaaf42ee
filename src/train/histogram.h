#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/aligned.h"
#include "train/gradient_word.h"
#include "train/kernels/kernels.h"

namespace gbrank {

/// What the documents of a leaf add up to for every value of every byte (histogram_layout.h tells
/// which cell is whose). Where a leaf has more documents than a word can take, the histogram is
/// wide: two words a cell.
class Histogram {
 public:
  Histogram(std::size_t cells, bool wide) : first_(cells), second_(wide ? cells : 0) {}

  /// Whether a leaf of so many rows needs a wide one.
  static bool must_be_wide(std::size_t rows) { return rows > kWordRows; }
  bool is_wide() const { return !second_.empty(); }
  std::size_t cells() const { return first_.size(); }

  LeafSums cell(std::size_t at) const {
    return is_wide() ? unpack_wide(first_[at], second_[at]) : unpack(first_[at]);
  }
  /// From this cell on.
  Cells from(std::size_t at) {
    return {first_.data() + at, is_wide() ? second_.data() + at : nullptr};
  }
  ConstCells from(std::size_t at) const {
    return {first_.data() + at, is_wide() ? second_.data() + at : nullptr};
  }

 private:
  AlignedVector<std::int64_t> first_;   // words; gradients where it is wide
  AlignedVector<std::int64_t> second_;  // hessians and numbers of documents where it is wide
};

/// Histograms that are used again and again; making one costs more than filling it.
class HistogramPool {
 public:
  /// One with at least so many cells.
  std::unique_ptr<Histogram> take(std::size_t cells, bool wide);
  void give_back(std::unique_ptr<Histogram> histogram);

 private:
  std::vector<std::unique_ptr<Histogram>> narrow_;
  std::vector<std::unique_ptr<Histogram>> wide_;
};

}  // namespace gbrank
