#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbrank/dataset.h"

#include "base/aligned.h"

namespace gbrank {

struct Dataset::Parts {
  std::string name;
  std::size_t largest_index = 0;
  std::vector<float> labels;
  std::vector<std::size_t> query_offsets;
  std::vector<std::string> query_ids;
  Binning binning;
  AlignedArray<std::uint8_t> tiles;  // tiles() times rows() times kTileColumns
};

}  // namespace gbrank
