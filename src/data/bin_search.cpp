#include "data/bin_search.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "data/binner.h"

namespace gbrank {

BinSearch::BinSearch(const std::vector<FeatureBins>& columns) {
  static_assert(kMaxValueBins <= kLine * kLine);  // the line of last bounds has room for all
  // A value above all bounds needs a bound to stop at, so there is at least one that is infinite.
  constexpr float kNone = std::numeric_limits<float>::infinity();
  for (const FeatureBins& column : columns) {
    const std::vector<float>& bounds = column.upper_bounds;
    assert(bounds.size() < kMaxValueBins);
    const std::size_t first = lines_.size();
    const std::size_t lines = bounds.size() / kLine + 1;
    columns_.push_back({first, column.missing_bin()});
    lines_.resize(first + (lines + 1) * kLine, kNone);
    for (std::size_t i = 0; i + 1 < lines; ++i) lines_[first + i] = bounds[(i + 1) * kLine - 1];
    std::copy(bounds.begin(), bounds.end(),
              lines_.begin() + static_cast<std::ptrdiff_t>(first + kLine));
  }
}

}  // namespace gbrank
