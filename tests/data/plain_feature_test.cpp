#include "data/plain_feature.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/random.h"
#include "data/letor_line.h"

namespace gbrank {
namespace {

using letor::parse_plain_feature;

const std::string kBehind(letor::kPlainBytes, 'x');

struct Parsed {
  bool plain = false;
  std::ptrdiff_t length = 0;
  std::uint32_t index = 0;
  float value = 0;
};

Parsed parse(const std::string& field, const std::string& end = "\n") {
  const std::string text = field + end + kBehind;
  Parsed parsed;
  const char* const next = parse_plain_feature(text.data(), parsed.index, parsed.value);
  parsed.plain = next != nullptr;
  parsed.length = parsed.plain ? next - text.data() : 0;
  return parsed;
}

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

/// What the value of a field must be, by the C library; zero has no sign here.
std::uint32_t expected_bits(const std::string& number) {
  const float value = std::strtof(number.c_str(), nullptr);
  return value == 0 ? 0 : bits_of(value);
}

/// Counts those that differ from strtof, and those that were not plain.
struct Tally {
  std::size_t wrong = 0;
  std::size_t not_plain = 0;

  void add(const std::string& number) {
    const Parsed parsed = parse("7:" + number);
    if (!parsed.plain) {
      ++not_plain;
    } else if (parsed.index != 7 || bits_of(parsed.value) != expected_bits(number)) {
      ++wrong;
    }
  }
};

std::string random_digits(Random& random, std::size_t count) {
  std::string digits;
  while (digits.size() < count) digits += static_cast<char>('0' + random.below(10));
  return digits;
}

}  // namespace

TEST_CASE("numbers as files have them are plain, and the floats that strtof reads") {
  Random random(random_key(63));
  Tally tally;
  for (int i = 0; i < 400000; ++i) {
    const double x = std::exp(8 * random.uniform() - 4) * (random.below(2) == 0 ? 1 : -1);
    tally.add(fmt::format("{:.{}f}", x, random.below(9)));
    tally.add(fmt::format("{}", static_cast<int>(1000 * x)));
    tally.add(random_digits(random, 1 + random.below(7)));
  }
  CHECK(tally.wrong == 0);
  CHECK(tally.not_plain < 100);  // those halfway between two floats
}

TEST_CASE("digits of any number are read right or left to the careful parser") {
  Random random(random_key(64));
  Tally tally;
  for (int i = 0; i < 1000000; ++i) {
    std::string number = random.below(3) == 0 ? "-" : "";
    number += random_digits(random, random.below(10));
    if (random.below(4) != 0) number += "." + random_digits(random, random.below(20));
    tally.add(number);
  }
  CHECK(tally.wrong == 0);
  CHECK(tally.not_plain < 700000);
}

TEST_CASE("a number halfway between two floats, or next to it, is rounded as it must be") {
  Random random(random_key(65));
  Tally tally;
  for (int i = 0; i < 300000; ++i) {
    const float low = static_cast<float>(1 + random.below(1 << 24)) /
                      static_cast<float>(std::uint64_t{1} << random.below(25));
    const float high = std::nextafter(low, std::numeric_limits<float>::infinity());
    const double middle = (static_cast<double>(low) + static_cast<double>(high)) / 2;
    const std::string exact = fmt::format("{:.{}f}", middle, random.below(15));
    tally.add(exact);
    std::string beside = exact;
    beside.back() = static_cast<char>('0' + random.below(10));
    tally.add(beside);
  }
  CHECK(tally.wrong == 0);
  CHECK(tally.not_plain < 500000);
  for (const std::string middle : {"16777217", "16777219", "33554434.5", "-16777217"}) {
    const Parsed parsed = parse("1:" + middle);
    CHECK((!parsed.plain || bits_of(parsed.value) == expected_bits(middle)));
  }
}

TEST_CASE("a plain field ends with a space, which is skipped, or before what else may end it") {
  CHECK(parse("12:3.5", " ").length == 7);
  for (const std::string end : {"\n", "\t", "\r", "#"}) CHECK(parse("12:3.5", end).length == 6);
  for (const std::string end : {"x", ":", "e5 ", "+", ",", "!", "\"", "-", ".", "\x80", "\xff"}) {
    CHECK_FALSE(parse("12:3.5", end).plain);
  }
  CHECK_FALSE(parse("12:3.5", std::string(1, '\0')).plain);
}

TEST_CASE("what is not plain is left alone") {
  for (const std::string field : {"",
                                  ":",
                                  ":1",
                                  "1:",
                                  "1",
                                  "1:-",
                                  "1:.",
                                  "1:-.",
                                  "1:+1",
                                  "1:1e5",
                                  "1:nan",
                                  "1:NULL",
                                  "1:--1",
                                  "1:1-",
                                  "1:1.2.3",
                                  "1:1:2",
                                  "0:1",
                                  "16777217:1",
                                  "99999999:1",
                                  "000000001:1",
                                  "-1:1",
                                  "+1:1",
                                  "x:1",
                                  "1;2",
                                  "1:0x10",
                                  "1:1234567890123456",
                                  "1:123456789",
                                  "1:0.12345678901234567890123456789",
                                  "1:1,5",
                                  "1: 2"}) {
    CAPTURE(field);
    CHECK_FALSE(parse(field).plain);
  }
  for (const std::string field : {"1:5.", "1:.5", "1:-.5", "00000001:5", "16777216:-0.0"}) {
    CAPTURE(field);
    CHECK(parse(field).plain);
    CHECK(bits_of(parse(field).value) == expected_bits(field.substr(field.find(':') + 1)));
  }
}

TEST_CASE("a field that is plain means what the careful parser says, whatever its bytes are") {
  Random random(random_key(66));
  const std::string alphabet = "0123456789012345678901234567890123456789:::..--+eE#nN x,\r\t";
  std::size_t plain = 0;
  for (int i = 0; i < 2000000; ++i) {
    std::string field = fmt::format("{}:", random.below(300));
    if (random.below(10) == 0) field.clear();
    for (std::uint64_t n = random.below(12); n > 0; --n) {
      field += random.below(4) == 0 ? alphabet[random.below(alphabet.size())]
                                    : static_cast<char>('0' + random.below(10));
    }
    const Parsed parsed = parse(field);
    if (!parsed.plain) continue;
    ++plain;
    std::uint32_t index = 0;
    float value = 0;
    const std::size_t length = std::min(field.find_first_of(" \t\r#"), field.size());
    letor::parse_feature(std::string_view(field).substr(0, length), index, value);
    REQUIRE(parsed.index == index);
    REQUIRE(bits_of(parsed.value) == bits_of(value));
    const bool space = length < field.size() && field[length] == ' ';
    REQUIRE(parsed.length == static_cast<std::ptrdiff_t>(length + (space ? 1 : 0)));
  }
  CHECK(plain > 100000);
}

}  // namespace gbrank
