#pragma once

#include <cstdint>

namespace gbrank {

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection of 64-bit words that
/// passes for random. Standard distributions differ between libraries; these functions do not.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// One word for a place in a tree of random streams, such as (seed, round, query): independent of
/// the order in which places are asked for, and so of threads.
template <typename... Keys>
constexpr std::uint64_t random_key(std::uint64_t seed, Keys... keys) {
  std::uint64_t word = mix64(seed);
  ((word = mix64(word ^ static_cast<std::uint64_t>(keys))), ...);
  return word;
}

/// A sequence of random words from a key.
class Random {
 public:
  explicit constexpr Random(std::uint64_t key) : state_(key) {}

  constexpr std::uint64_t next() { return mix64(state_++ * 0xd1342543de82ef95ULL + 1); }

  /// Uniform in [0, 1), in steps of 2^-53.
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// Uniform in [0, bound), bound > 0, without the bias of a plain remainder.
  constexpr std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t reject_under = (0 - bound) % bound;
    std::uint64_t word = next();
    while (word < reject_under) word = next();
    return word % bound;
  }

 private:
  std::uint64_t state_;
};

}  // namespace gbrank
