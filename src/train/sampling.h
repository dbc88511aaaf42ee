#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gbrank {

/// A random subset of 0 .. count - 1 of the nearest size to fraction * count, at least one;
/// ascending. It follows from the key alone.
std::vector<std::uint32_t> sample_without_replacement(std::size_t count, double fraction,
                                                      std::uint64_t key);

}  // namespace gbrank
