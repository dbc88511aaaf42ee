#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "gbrank/dataset.h"

#include "base/aligned.h"

namespace gbrank {

/// FeatureBins::bin for all columns, for a reader that asks for every value of a file. The bounds
/// of a column stand in lines of 16, a line that has the last bound of each of them first: one look
/// at that line tells the line, one look at the line tells the bin. A look compares all 16 and
/// counts, so there is nothing to predict wrongly.
class BinSearch {
 public:
  explicit BinSearch(const std::vector<FeatureBins>& columns);

  std::uint8_t bin(std::size_t column, float value) const {
    const Column& c = columns_[column];
    if (value != value) return c.missing_bin;
    const float* const lines = lines_.data() + c.first;
    const std::size_t line = count_below(lines, value);
    return static_cast<std::uint8_t>(line * kLine + count_below(lines + (line + 1) * kLine, value));
  }

 private:
  static constexpr std::size_t kLine = kCacheLine / sizeof(float);

  struct Column {
    std::size_t first;  // of its lines
    std::uint8_t missing_bin;
  };

  static std::size_t count_below(const float* line, float value) {
#ifdef __SSE2__
    const __m128 v = _mm_set1_ps(value);
    const auto below = [&](int i) {
      return _mm_castps_si128(_mm_cmplt_ps(_mm_load_ps(line + i), v));
    };
    const __m128i low = _mm_packs_epi32(below(0), below(4));
    const __m128i high = _mm_packs_epi32(below(8), below(12));
    // A bit for each that is below; they are sorted, so these come first.
    const int bits = _mm_movemask_epi8(_mm_packs_epi16(low, high));
    return static_cast<std::size_t>(__builtin_ctz(~static_cast<unsigned>(bits)));
#else
    std::size_t count = 0;
    for (std::size_t i = 0; i < kLine; ++i) count += line[i] < value ? 1 : 0;
    return count;
#endif
  }

  std::vector<Column> columns_;
  AlignedVector<float> lines_;
};

}  // namespace gbrank
