#include "base/digits.h"

#include <string>

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {

TEST_CASE("masks of 16 bytes say what a look at each byte says") {
  Random random(random_key(61));
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text(16, ' ');
    for (char& c : text) {
      c = static_cast<char>(trial % 2 == 0 ? random.below(256) : '+' + random.below(18));
    }
    const auto limit = static_cast<unsigned char>(1 + random.below(255));
    std::uint32_t digits = 0;
    std::uint32_t below = 0;
    for (std::uint32_t i = 0; i < 16; ++i) {
      if (std::string("0123456789").find(text[i]) != std::string::npos) digits |= 1U << i;
      if (static_cast<unsigned char>(text[i]) < limit) below |= 1U << i;
    }
    REQUIRE(digits_of_16(text.data()) == digits);
    REQUIRE(below_of_16(text.data(), limit) == below);
  }
}

TEST_CASE("1 to 8 digits at once are the number that they spell, whatever stands behind them") {
  if (!kFirstByteIsLowest) return;
  Random random(random_key(62));
  for (int trial = 0; trial < 20000; ++trial) {
    const std::size_t count = 1 + random.below(8);
    std::string text;
    while (text.size() < count) text += static_cast<char>('0' + random.below(10));
    const std::int64_t number = std::stol(text);
    while (text.size() < 8) text += static_cast<char>(random.below(256));
    REQUIRE(first_digits(load_word(text.data()), static_cast<std::int64_t>(count)) == number);
  }
  CHECK(eight_digits(load_word("99999999")) == 99999999);
}

}  // namespace gbrank
