#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gbrank/dataset.h"

#include "train/split.h"

namespace gbrank {

/// Parts the rows of a leaf: those that go left first, each side in the order that it had. Returns
/// how many go left. `scratch` is as long as `rows`.
std::size_t partition_rows(const Dataset& data, const Split& split, std::span<std::uint32_t> rows,
                           std::span<std::uint32_t> scratch, int threads);

}  // namespace gbrank
