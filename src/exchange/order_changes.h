#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gbrank {

/// How two scores of the same documents order their pairs, of which there are n (n - 1) / 2.
struct OrderChanges {
  std::uint64_t inverted = 0;  // the higher one by the first is the lower one by the second
  std::uint64_t tied = 0;      // equal by the second only
  std::uint64_t untied = 0;    // equal by the first only
  // The inverted pair that is furthest apart by the first: documents by their places.
  std::size_t higher = 0;
  std::size_t lower = 0;
};

/// In n log n. Scores must not be NaN.
OrderChanges compare_order(std::span<const double> first, std::span<const double> second);

}  // namespace gbrank
