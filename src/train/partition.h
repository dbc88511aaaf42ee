#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gbrank/dataset.h"

#include "train/gradient_word.h"
#include "train/split.h"

namespace gbrank {

/// Rows and their gradients side by side, so that a leaf's are read one after the other.
struct RowList {
  std::vector<std::uint32_t> rows;
  std::vector<GradientWord> words;

  void resize(std::size_t size) {
    rows.resize(size);
    words.resize(size);
  }
};

/// Parts the rows [begin, end) of one list into the same places of another: those that go left
/// first, each side in the order that it had. Returns how many go left. `goes_left` is as long as
/// the lists.
std::size_t partition_rows(const Dataset& data, const Split& split, const RowList& from,
                           std::size_t begin, std::size_t end, RowList& to,
                           std::span<std::uint8_t> goes_left, int threads);

}  // namespace gbrank
