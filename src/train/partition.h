#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gbrank/dataset.h"

#include "train/gradient_word.h"
#include "train/split.h"

namespace gbrank {

/// The rows of a leaf that is to be split, and what goes with them; all spans are as long.
struct LeafRows {
  std::span<std::uint32_t> rows;     // afterwards those that go left first, each side in its order
  std::span<GradientWord> words;     // afterwards of the smaller side (the left one of equals)
  std::span<std::uint32_t> scratch;  // memory to work in
};

/// Parts the rows of a leaf in place. The words of the smaller side, whose histogram will be built,
/// are gathered at the places of its rows, so that each tile reads them one after the other; the
/// second `words` has one for each row of the data. Returns how many go left.
std::size_t partition_rows(const Dataset& data, const Split& split,
                           std::span<const GradientWord> words, const LeafRows& leaf, int threads);

}  // namespace gbrank
