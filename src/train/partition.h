#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gbrank/dataset.h"

#include "train/gradient_word.h"
#include "train/split.h"

namespace gbrank {

/// Where the rows of a leaf go when it is split.
struct PartedRows {
  std::span<std::uint32_t> rows;      // those that go left first, each side in its old order
  std::span<GradientWord> words;      // of the smaller side (the left one of equals), see below
  std::span<std::uint8_t> goes_left;  // memory to work in
};

/// Parts the rows of a leaf; all spans are as long as they. The words of the smaller side, whose
/// histogram will be built, are gathered at the places of its rows, so that each tile reads them
/// one after the other; `words` has one for each row of the data. Returns how many go left.
std::size_t partition_rows(const Dataset& data, const Split& split,
                           std::span<const std::uint32_t> rows, std::span<const GradientWord> words,
                           const PartedRows& to, int threads);

}  // namespace gbrank
