#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/rank_samples.h"

namespace gbrank::test {

using RankVector = std::vector<std::size_t>;  // of each document, from 1

/// The sample of one query among those prepared, vector by vector.
inline std::vector<RankVector> rank_vectors(const RankSamples& samples, std::size_t query,
                                            std::size_t documents, std::size_t count) {
  std::vector<RankVector> vectors(count, RankVector(documents));
  samples.visit(query, documents, [&](auto ranks) {
    for (std::size_t j = 0; j < documents; ++j) {
      for (std::size_t k = 0; k < count; ++k) vectors[k][j] = ranks[j * count + k];
    }
  });
  return vectors;
}

/// The sample of query number `query`; the ones before it are empty.
inline std::vector<RankVector> draw_rank_vectors(std::span<const float> labels, std::size_t count,
                                                 std::uint64_t seed = 1, std::size_t query = 0) {
  std::vector<std::size_t> offsets(query + 2, 0);
  offsets.back() = labels.size();
  RankSamples samples;
  samples.build({labels, offsets, {}, seed, 1}, count);
  return rank_vectors(samples, query, labels.size(), count);
}

}  // namespace gbrank::test
