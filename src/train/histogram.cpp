#include "train/histogram.h"

#include <utility>

namespace gbrank {

std::unique_ptr<Histogram> HistogramPool::take(std::size_t cells, bool wide) {
  std::vector<std::unique_ptr<Histogram>>& spare = wide ? wide_ : narrow_;
  std::unique_ptr<Histogram> histogram;
  if (!spare.empty()) {
    histogram = std::move(spare.back());
    spare.pop_back();
  }
  // Trees that may use other columns need more cells or fewer.
  if (histogram == nullptr || histogram->cells() < cells) {
    histogram = std::make_unique<Histogram>(cells, wide);
  }
  return histogram;
}

void HistogramPool::give_back(std::unique_ptr<Histogram> histogram) {
  if (histogram == nullptr) return;
  (histogram->is_wide() ? wide_ : narrow_).push_back(std::move(histogram));
}

}  // namespace gbrank
