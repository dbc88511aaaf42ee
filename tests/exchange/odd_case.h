#pragma once

#include "support/judged_rows.h"
#include "support/random_shapes.h"

namespace gbrank::test {

/// A model and rows that are hard on comparisons.
struct OddCase {
  Ensemble ensemble;
  JudgedRows rows;
};

inline OddCase odd_case(std::uint64_t seed, const EnsembleShape& shape = {.trees = 20},
                        std::size_t rows = 500) {
  Random random(random_key(seed));
  OddCase odd;
  odd.ensemble = random_ensemble(random, shape);
  odd.rows = {shape.features, awkward_rows(random, shape, rows, true)};
  return odd;
}

/// For tests of damaged files.
inline Ensemble little_ensemble() {
  return odd_case(4, {.features = 2, .trees = 3, .most_leaves = 4}).ensemble;
}

}  // namespace gbrank::test
