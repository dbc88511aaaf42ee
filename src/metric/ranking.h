#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gbrank/metrics.h"

namespace gbrank {

/// One query's documents, as far as their order can depend on them. No score is NaN.
struct ScoredList {
  std::span<const double> scores;
  std::span<const float> labels;
  std::span<const std::string> document_ids;  // one a document, or empty
};

/// The best documents of a list, best first.
struct Ranking {
  std::vector<std::uint32_t> order;  // numbers of documents, from 0 in row order
  /// Where each run of documents ends that may stand in any order among themselves: the ties under
  /// Ties::kAverage, single documents (1, 2, 3, ...) under the rules that decide.
  std::vector<std::uint32_t> tie_ends;
};

/// Ranks the first `places` documents, or all where there are fewer; under Ties::kAverage the tie
/// that reaches across the last place is there to its end. Documents that no rule tells apart stand
/// in row order. `ranking` is overwritten; passing the same one again saves the allocations.
void rank_list(const ScoredList& list, Ties ties, std::size_t places, Ranking& ranking);

}  // namespace gbrank
