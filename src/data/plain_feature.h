#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/digits.h"

namespace gbrank {

inline constexpr std::uint32_t kMaxFeatureIndex = std::uint32_t{1} << 24;

namespace letor {

/// How many bytes parse_plain_feature may look at, however short the field is.
inline constexpr std::ptrdiff_t kPlainBytes = 40;

inline bool ends_field(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#';
}

// Tables in a function would be laid out anew on the stack of each call.
inline constexpr double kPowersOfTen[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                          1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
inline constexpr std::int64_t kWholePowersOfTen[] = {1,      10,      100,      1000,     10000,
                                                     100000, 1000000, 10000000, 100000000};

/// The number of two rows of digits, 15 at most, 8 at most in the first.
inline std::int64_t two_rows_of_digits(const char* first, std::int64_t firsts, const char* second,
                                       std::int64_t seconds) {
  std::int64_t number = firsts > 0 ? first_digits(load_word(first), firsts) : 0;
  if (seconds > 8) {
    number = number * kWholePowersOfTen[8] + eight_digits(load_word(second));
    second += 8;
    seconds -= 8;
  }
  if (seconds > 0) {
    number = number * kWholePowersOfTen[seconds] + first_digits(load_word(second), seconds);
  }
  return number;
}

/// Parses the "index:value" at `at` if it looks as nearly all of them do: an index in range, and a
/// number of at most 15 digits without a plus or an exponent. Returns where it ends, a space behind
/// it included, or nullptr for anything else, right or wrong; parse_feature then knows what to do
/// with it. Where the field and its parts end is read off masks of its bytes, and where the next
/// one begins depends on nothing else of it, so the processor works on several fields at a time.
inline const char* parse_plain_feature(const char* at, std::uint32_t& index, float& value) {
  if (!kFirstByteIsLowest) return nullptr;
  // A plain field has no byte below '-', and all that may end it are.
  std::uint64_t below_minus = below_of_16(at, '-');
  std::uint64_t non_digits = ~std::uint64_t{digits_of_16(at)};
  if (below_minus == 0) {
    below_minus = std::uint64_t{below_of_16(at + 16, '-')} << 16 | std::uint64_t{1} << 32;
    non_digits &= ~(std::uint64_t{digits_of_16(at + 16)} << 16);
  }
  const std::int64_t end = __builtin_ctzll(below_minus);
  const char* next = at + end + 1;  // a guess, so that the processor need not wait for the byte
  if (at[end] != ' ') {
    if (!ends_field(at[end])) return nullptr;
    next = at + end;
  }

  const std::int64_t colon = __builtin_ctzll(non_digits);
  if (colon == 0 || colon > 8 || at[colon] != ':') return nullptr;
  index = static_cast<std::uint32_t>(first_digits(load_word(at), colon));
  if (index == 0 || index > kMaxFeatureIndex) return nullptr;

  const std::int64_t negative = at[colon + 1] == '-';
  const char* const number = at + colon + 1 + negative;
  std::uint64_t stops = non_digits >> (number - at);
  const std::int64_t whole = __builtin_ctzll(stops);
  const std::int64_t point = number[whole] == '.';
  stops &= stops - static_cast<std::uint64_t>(point);  // without the point's bit, if there is one
  if (number + __builtin_ctzll(stops) != at + end) return nullptr;
  const char* const fraction = number + whole + point;
  const std::int64_t decimals = at + end - fraction;
  const std::int64_t digits = whole + decimals;
  constexpr std::int64_t kMaxDigits = 15;  // so that they fit the 53 bits of a double
  if (digits == 0 || digits > kMaxDigits) return nullptr;

  std::int64_t mantissa = 0;
  if (digits <= 8 && whole < 8) {
    const std::uint64_t first_bytes = (std::uint64_t{1} << (8 * whole)) - 1;
    const std::uint64_t word = (load_word(number) & first_bytes) | load_word(fraction)
                                                                       << (8 * whole);
    mantissa = first_digits(word, digits);
  } else {
    if (whole > 8) return nullptr;
    mantissa = two_rows_of_digits(number, whole, fraction, decimals);
  }
  mantissa = (mantissa ^ -negative) + negative;  // there is no -0 among integers
  // Both operands are exact, so this is the double nearest to the number (Clinger 1990). The float
  // nearest to that is the float nearest to the number, unless the double lies halfway between two
  // floats: then the number may have been a little more or less.
  const double nearest = static_cast<double>(mantissa) / kPowersOfTen[decimals];
  constexpr std::uint64_t kBelowFloat = (std::uint64_t{1} << 29) - 1;
  if ((std::bit_cast<std::uint64_t>(nearest) & kBelowFloat) == std::uint64_t{1} << 28) {
    return nullptr;
  }
  value = static_cast<float>(nearest);
  return next;
}

}  // namespace letor
}  // namespace gbrank
