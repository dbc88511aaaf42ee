#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gbrank/dataset.h"

namespace gbrank {

/// Where the bins of each column are in a row. A histogram adds one cell a row and byte, so columns
/// with few bins share bytes: taken by falling number of bins, each joins the byte that it fills
/// most, if there is one that it fits into. Bytes stand in the order of their first columns. All
/// this follows from the numbers of bins, so data of the same bins agree in it.
std::vector<BinPlace> place_bins(const Binning& binning);

std::size_t bytes_of_row(std::span<const BinPlace> places);

/// The number of different values that each byte of a row can have: from 0 on.
std::vector<std::size_t> values_of_bytes(std::span<const BinPlace> places);

}  // namespace gbrank
