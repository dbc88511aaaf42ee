#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metric/ranking.h"

namespace gbrank {

/// Pairs of documents with different labels among labels in ascending order.
std::uint64_t count_different_pairs(std::span<const float> sorted_labels);

/// Memory that right_pairs() uses again from list to list.
struct PairScratch {
  Ranking ranking;
  std::vector<float> labels;
  std::vector<float> buffer;
};

/// The pairs with different labels that the scores, and the tie rule where they are equal, order
/// rightly; under Ties::kAverage a tied pair counts one half.
double right_pairs(const ScoredList& list, Ties ties, PairScratch& scratch);

}  // namespace gbrank
