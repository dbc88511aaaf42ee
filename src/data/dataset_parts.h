#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gbrank/dataset.h"

namespace gbrank {

struct Dataset::Parts {
  std::string name;
  std::size_t largest_index = 0;
  std::vector<float> labels;
  std::vector<std::size_t> query_offsets;
  std::vector<std::string> query_ids;
  Binning binning;
  std::vector<BinPlace> places;  // as place_bins gives them
  /// tiles() times rows() times kTileBytes bytes: memory of their own, or a part of a mapped file
  /// that stays open for as long.
  std::shared_ptr<const std::uint8_t[]> tiles;
};

}  // namespace gbrank
