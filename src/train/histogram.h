#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gbrank/dataset.h"

#include "base/aligned.h"
#include "train/gradient_word.h"
#include "train/kernels/kernels.h"

namespace gbrank {

/// Where the cells of each byte of a row begin in a histogram: one for each of its values. A column
/// that has a byte of its own has one for each of its value bins, then one for missing values, of
/// which data that was binned like other data may have some where that had none.
class HistogramLayout {
 public:
  explicit HistogramLayout(std::span<const BinPlace> places);

  std::size_t first(std::size_t byte) const { return first_[byte]; }
  std::size_t cells(std::size_t byte) const { return first_[byte + 1] - first_[byte]; }
  std::size_t size() const { return first_.back(); }

 private:
  std::vector<std::size_t> first_;  // bytes + 1
};

/// For every value of every byte, what the documents of a leaf that are in it add up to. Where a
/// leaf has more documents than a word can take, the histogram is wide: two words a cell.
class Histogram {
 public:
  Histogram(const HistogramLayout& layout, bool wide)
      : first_(layout.size()), second_(wide ? layout.size() : 0) {}

  /// Whether a leaf of so many rows needs a wide one.
  static bool must_be_wide(std::size_t rows) { return rows > kWordRows; }
  bool is_wide() const { return !second_.empty(); }

  LeafSums cell(std::size_t at) const {
    return is_wide() ? unpack_wide(first_[at], second_[at]) : unpack(first_[at]);
  }
  std::int64_t* first(std::size_t at) { return first_.data() + at; }
  const std::int64_t* first(std::size_t at) const { return first_.data() + at; }
  std::int64_t* second(std::size_t at) { return is_wide() ? second_.data() + at : nullptr; }
  const std::int64_t* second(std::size_t at) const {
    return is_wide() ? second_.data() + at : nullptr;
  }

 private:
  AlignedVector<std::int64_t> first_;   // words; gradients where it is wide
  AlignedVector<std::int64_t> second_;  // hessians and numbers of documents where it is wide
};

/// Cells [begin, begin + count) of a histogram.
struct CellRange {
  std::size_t begin;
  std::size_t count;
};

/// Puts, or adds, words that were added up for at most kWordRows rows.
void put_words(const GradientWord* words, CellRange range, Histogram& histogram);
void add_words(const GradientWord* words, CellRange range, Histogram& histogram);

/// other = parent - child. `other` may be the parent itself; it is wide only if the parent is, and
/// so is the child.
void subtract(const Histogram& parent, const Histogram& child, CellRange range, Histogram& other);

/// Histograms that are used again and again; making one costs more than filling it.
class HistogramPool {
 public:
  explicit HistogramPool(const HistogramLayout& layout) : layout_(layout) {}

  std::unique_ptr<Histogram> take(bool wide);
  void give_back(std::unique_ptr<Histogram> histogram);

 private:
  const HistogramLayout& layout_;
  std::vector<std::unique_ptr<Histogram>> narrow_;
  std::vector<std::unique_ptr<Histogram>> wide_;
};

}  // namespace gbrank
