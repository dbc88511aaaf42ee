#pragma once

#include <cstdint>

#include "support/random_ensemble.h"

namespace gbrank::test {

/// A random ensemble with training documents: 1 to 100 a leaf, none in a share of them.
inline Ensemble covered_ensemble(const RandomEnsemble& shape, double without_documents = 0) {
  Ensemble ensemble = random_ensemble(shape);
  Random random(random_key(shape.seed, 79));
  for (Tree& tree : ensemble.trees) {
    for (std::uint32_t& documents : tree.documents) {
      const bool none = random.uniform() < without_documents;
      documents = none ? 0 : static_cast<std::uint32_t>(1 + random.below(100));
    }
  }
  return ensemble;
}

}  // namespace gbrank::test
