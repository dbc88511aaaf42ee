#include "train/histogram.h"

#include <algorithm>
#include <utility>

#include "data/bin_places.h"

namespace gbrank {

HistogramLayout::HistogramLayout(std::span<const BinPlace> places) {
  first_.push_back(0);
  for (const std::size_t codes : codes_of_bytes(places)) first_.push_back(first_.back() + codes);
}

void put_words(const GradientWord* words, CellRange range, Histogram& histogram) {
  std::int64_t* first = histogram.first(range.begin);
  if (!histogram.is_wide()) {
    std::copy_n(words, range.count, first);
    return;
  }
  std::int64_t* second = histogram.second(range.begin);
  std::fill_n(first, range.count, 0);
  std::fill_n(second, range.count, 0);
  add_words(words, range, histogram);
}

void add_words(const GradientWord* words, CellRange range, Histogram& histogram) {
  std::int64_t* first = histogram.first(range.begin);
  if (!histogram.is_wide()) {
    for (std::size_t i = 0; i < range.count; ++i) first[i] += words[i];
    return;
  }
  std::int64_t* second = histogram.second(range.begin);
  for (std::size_t i = 0; i < range.count; ++i) {
    const LeafSums sums = unpack(words[i]);
    first[i] += sums.gradient;
    second[i] += pack_wide(sums.hessian, sums.documents);
  }
}

void subtract(const Histogram& parent, const Histogram& child, CellRange range, Histogram& other) {
  const std::int64_t* whole = parent.first(range.begin);
  const std::int64_t* part = child.first(range.begin);
  std::int64_t* rest = other.first(range.begin);
  if (!parent.is_wide() && !child.is_wide()) {
    for (std::size_t i = 0; i < range.count; ++i) rest[i] = whole[i] - part[i];
    return;
  }
  for (std::size_t i = range.begin; i < range.begin + range.count; ++i) {
    const LeafSums sums = parent.cell(i) - child.cell(i);
    if (other.is_wide()) {
      *other.first(i) = sums.gradient;
      *other.second(i) = pack_wide(sums.hessian, sums.documents);
    } else {
      *other.first(i) = pack(sums);
    }
  }
}

std::unique_ptr<Histogram> HistogramPool::take(bool wide) {
  std::vector<std::unique_ptr<Histogram>>& spare = wide ? wide_ : narrow_;
  if (spare.empty()) return std::make_unique<Histogram>(layout_, wide);
  std::unique_ptr<Histogram> histogram = std::move(spare.back());
  spare.pop_back();
  return histogram;
}

void HistogramPool::give_back(std::unique_ptr<Histogram> histogram) {
  if (histogram == nullptr) return;
  (histogram->is_wide() ? wide_ : narrow_).push_back(std::move(histogram));
}

}  // namespace gbrank
