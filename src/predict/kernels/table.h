// The kernels for one instruction set: what portable.cpp, avx2.cpp and avx512.cpp are made of. Each
// is compiled with flags of its own; see cmake/kernels.cmake. As in base/vector.h, everything is in
// GBRANK_TARGET's own namespace and nothing of the standard library is called.

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/vector.h"
#include "predict/kernels/kernels.h"

namespace gbrank::GBRANK_TARGET {

/// How many of 16 ascending thresholds are below a value: none for NaN.
GBRANK_INLINE std::size_t count_below(const float* thresholds, float value) {
#if defined(__AVX512F__)
  const __mmask16 below =
      _mm512_cmp_ps_mask(_mm512_set1_ps(value), _mm512_loadu_ps(thresholds), _CMP_GT_OQ);
  return static_cast<std::size_t>(__builtin_popcount(below));
#elif defined(__AVX2__)
  const __m256 x = _mm256_set1_ps(value);
  const int low = _mm256_movemask_ps(_mm256_cmp_ps(x, _mm256_loadu_ps(thresholds), _CMP_GT_OQ));
  const int high =
      _mm256_movemask_ps(_mm256_cmp_ps(x, _mm256_loadu_ps(thresholds + 8), _CMP_GT_OQ));
  return static_cast<std::size_t>(__builtin_popcount(static_cast<unsigned>(low | high << 8)));
#elif defined(__SSE2__)
  const __m128 x = _mm_set1_ps(value);
  __m128i below[4];
  for (std::size_t i = 0; i < 4; ++i) {
    below[i] = _mm_castps_si128(_mm_cmpgt_ps(x, _mm_loadu_ps(thresholds + 4 * i)));
  }
  const __m128i bytes =
      _mm_packs_epi16(_mm_packs_epi32(below[0], below[1]), _mm_packs_epi32(below[2], below[3]));
  // Those below come first, so their number is where the first zero is.
  return static_cast<std::size_t>(__builtin_ctz(~static_cast<unsigned>(_mm_movemask_epi8(bytes))));
#else
  std::size_t count = 0;
  for (std::size_t i = 0; i < 16; ++i) count += thresholds[i] < value ? 1 : 0;
  return count;
#endif
}

template <bool kOneGroup>
GBRANK_INLINE void bin_values(const ThresholdTable& table, const float* values, std::size_t stride,
                              std::size_t rows, std::int8_t* bins) {
  const ThresholdTable its = table;  // the bytes that are stored could be anything's
  for (std::size_t row = 0; row < rows; ++row) {
    const float value = values[row * stride];
    const std::size_t before = kOneGroup ? 0 : 16 * count_below(its.group_ends, value);
    const std::size_t below = before + count_below(its.thresholds + before, value);
    const auto bin = static_cast<std::int8_t>(static_cast<int>(below) - 128);
    bins[row] = value != value ? its.missing : bin;
  }
}

inline void bin_values(const ThresholdTable& table, const float* values, std::size_t stride,
                       std::size_t rows, std::int8_t* bins) {
  if (table.group_ends == nullptr) {
    bin_values<true>(table, values, stride, rows, bins);
  } else {
    bin_values<false>(table, values, stride, rows, bins);
  }
}

using Bytes = std::int8_t __attribute__((vector_size(kBytes), aligned(kBytes), may_alias));

template <std::size_t kRows>
GBRANK_INLINE void find_leaves(const ChoiceNode* nodes, std::size_t count,
                               const std::int8_t* columns, std::uint8_t* operands) {
  std::uint8_t* const answers = operands + kLeafOperands * kBlockRows;
  for (std::size_t i = count; i-- > 0;) {
    const ChoiceNode node = nodes[i];
    const std::int8_t* const bins = columns + node.column * kBlockRows;
    const std::uint8_t* const left = operands + node.left * kBlockRows;
    const std::uint8_t* const right = operands + node.right * kBlockRows;
    for (std::size_t at = 0; at < kRows; at += kBytes) {
      const auto is_above = *reinterpret_cast<const Bytes*>(bins + at) > node.bin;
      *reinterpret_cast<Bytes*>(answers + i * kBlockRows + at) =
          is_above ? *reinterpret_cast<const Bytes*>(right + at)
                   : *reinterpret_cast<const Bytes*>(left + at);
    }
  }
}

inline void find_leaves(const ChoiceNode* nodes, std::size_t count, std::size_t rows,
                        const std::int8_t* columns, std::uint8_t* operands) {
  if (rows == kHalfBlock) {
    find_leaves<kHalfBlock>(nodes, count, columns, operands);
  } else {
    find_leaves<kBlockRows>(nodes, count, columns, operands);
  }
}

#if defined(__AVX512F__)
/// The values of up to 64 leaves stay in eight registers. Each instruction looks among 16. Masks
/// that leave out nothing are for g++ 12, which takes the forms without them to read what is not
/// set (GCC bug 105593).
template <std::size_t kSixteens>
GBRANK_INLINE void add_few_values(const double* values, const std::uint8_t* leaves,
                                  std::size_t rows, double* scores) {
  constexpr __mmask8 kAll = 0xFF;
  __m512d table[8];
  for (std::size_t i = 0; i < 2 * kSixteens; ++i) table[i] = _mm512_loadu_pd(values + 8 * i);
  for (std::size_t row = 0; row < rows; row += 8) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(leaves + row));
    const __m512i leaf = _mm512_maskz_cvtepu8_epi64(kAll, bytes);
    const __m512i sixteen = _mm512_maskz_srli_epi64(kAll, leaf, 4);
    __m512d found = _mm512_permutex2var_pd(table[0], leaf, table[1]);
    for (std::size_t i = 1; i < kSixteens; ++i) {
      const __mmask8 is_here =
          _mm512_cmpeq_epi64_mask(sixteen, _mm512_set1_epi64(static_cast<long long>(i)));
      const __m512d its = _mm512_permutex2var_pd(table[2 * i], leaf, table[2 * i + 1]);
      found = _mm512_mask_mov_pd(found, is_here, its);
    }
    _mm512_storeu_pd(scores + row, _mm512_add_pd(_mm512_loadu_pd(scores + row), found));
  }
}
#endif

inline void add_values(const double* values, std::size_t leaf_count, const std::uint8_t* leaves,
                       std::size_t rows, double* scores) {
#if defined(__AVX512F__)
  if (leaf_count <= 16) return add_few_values<1>(values, leaves, rows, scores);
  if (leaf_count <= 32) return add_few_values<2>(values, leaves, rows, scores);
  if (leaf_count <= 64) return add_few_values<4>(values, leaves, rows, scores);
#else
  (void)leaf_count;
#endif
  for (std::size_t row = 0; row < rows; ++row) scores[row] += values[leaves[row]];
}

#define GBRANK_QUOTED(name) #name
#define GBRANK_NAME(name) GBRANK_QUOTED(name)

extern const PredictKernels kPredictKernels;
const PredictKernels kPredictKernels = {GBRANK_NAME(GBRANK_TARGET), bin_values, find_leaves,
                                        add_values};

}  // namespace gbrank::GBRANK_TARGET
