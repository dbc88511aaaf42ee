#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gbrank {

/// Bit i says that text[i] is below `limit`, for the 16 bytes there.
inline std::uint32_t below_of_16(const char* text, unsigned char limit) {
#ifdef __SSE2__
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const __m128i most = _mm_set1_epi8(static_cast<char>(limit - 1));
  const __m128i below = _mm_cmpeq_epi8(_mm_min_epu8(bytes, most), bytes);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(below));
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < 16; ++i) {
    bits |= std::uint32_t{static_cast<unsigned char>(text[i]) < limit} << i;
  }
  return bits;
#endif
}

/// Bit i says that text[i] is a digit, for the 16 bytes there.
inline std::uint32_t digits_of_16(const char* text) {
#ifdef __SSE2__
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const __m128i less_zero = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
  const __m128i digit = _mm_cmpeq_epi8(_mm_min_epu8(less_zero, _mm_set1_epi8(9)), less_zero);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(digit));
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < 16; ++i) bits |= std::uint32_t{text[i] >= '0' && text[i] <= '9'} << i;
  return bits;
#endif
}

/// 8 bytes of text as a word; the functions below take its first byte for the lowest.
inline std::uint64_t load_word(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  return word;
}
inline constexpr bool kFirstByteIsLowest = std::endian::native == std::endian::little;

/// The number of 8 digits. Digits become pairs, pairs fours, and fours the number, each step one
/// multiplication for all of them.
inline std::int64_t eight_digits(std::uint64_t word) {
  word = (word & 0x0f0f0f0f0f0f0f0fULL) * (10 * 0x100 + 1) >> 8;
  word = (word & 0x00ff00ff00ff00ffULL) * (100 * 0x10000 + 1) >> 16;
  word = (word & 0x0000ffff0000ffffULL) * (10000 * 0x100000000ULL + 1) >> 32;
  return static_cast<std::int64_t>(word);
}

/// The number of the first `count` digits of a word, 1 to 8.
inline std::int64_t first_digits(std::uint64_t word, std::int64_t count) {
  assert(count >= 1 && count <= 8);
  return eight_digits(word << (64 - 8 * count));
}

}  // namespace gbrank
