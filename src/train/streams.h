#pragma once

#include <cstdint>

#include "base/random.h"

namespace gbrank {

/// Streams of randomness: what is drawn for one purpose does not move what is drawn for another.
enum class Stream : std::uint64_t { kObjective, kQueries, kFeatures, kBags };

/// What an objective's random choices follow from.
constexpr std::uint64_t objective_seed(std::uint64_t seed) {
  return random_key(seed, Stream::kObjective);
}

}  // namespace gbrank
