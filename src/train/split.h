#pragma once

#include <cstddef>
#include <cstdint>

#include "gbrank/fit.h"

#include "train/histogram.h"

namespace gbrank {

/// The documents of a leaf, or of one side of a split.
struct LeafSums {
  PackedSum packed = 0;
  std::uint32_t documents = 0;

  LeafSums operator+(const LeafSums& other) const {
    return {packed + other.packed, documents + other.documents};
  }
  LeafSums operator-(const LeafSums& other) const {
    return {packed - other.packed, documents - other.documents};
  }
};

/// Values in bins 0 to `bin` of the column go left, the others right.
struct Split {
  double gain = 0;  // 0: no split
  std::uint32_t column = 0;
  std::uint8_t bin = 0;
  bool missing_left = false;
  LeafSums left;
};

/// What one side contributes to a gain, G^2 / (H + l2): twice the loss that its best value takes
/// away.
double side_score(const LeafSums& sums, const QuantisedGradients& gradients, double l2);

/// The best split of one column, or one of gain 0 where none is allowed or none gains. Among equal
/// gains the lowest bin wins, then missing values to the right. Where the leaf has no missing
/// value, a missing one will follow the larger side.
Split best_split(const FeatureBins& bins, std::uint32_t column, const PackedSum* sums,
                 const std::uint32_t* counts, const LeafSums& total,
                 const QuantisedGradients& gradients, const TreeOptions& options);

}  // namespace gbrank
