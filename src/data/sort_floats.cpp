#include "data/sort_floats.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace gbrank {
namespace {

constexpr std::size_t kFewValues = 1000;  // from about here on it is faster
constexpr std::uint32_t kDigitBits = 11;
constexpr std::uint32_t kDigits = std::uint32_t{1} << kDigitBits;

/// Unsigned words in the order of the floats: the sign turned, and all else of what is negative.
std::uint32_t ordered(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return bits ^ (static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31) | 0x80000000U);
}

}  // namespace

void sort_floats(std::vector<float>& values, std::vector<float>& scratch) {
  if (values.size() < kFewValues) {
    std::sort(values.begin(), values.end());
    return;
  }
  constexpr std::uint32_t kPasses = 3;
  std::array<std::array<std::uint32_t, kDigits>, kPasses> counts{};
  for (const float value : values) {
    const std::uint32_t key = ordered(value);
    for (std::uint32_t p = 0; p < kPasses; ++p) {
      ++counts[p][(key >> (p * kDigitBits)) & (kDigits - 1)];
    }
  }
  scratch.resize(values.size());
  for (std::uint32_t p = 0; p < kPasses; ++p) {
    std::uint32_t at = 0;
    for (std::uint32_t& count : counts[p]) {
      const std::uint32_t begin = at;
      at += count;
      count = begin;
    }
    for (const float value : values) {
      scratch[counts[p][(ordered(value) >> (p * kDigitBits)) & (kDigits - 1)]++] = value;
    }
    values.swap(scratch);
  }
}

}  // namespace gbrank
