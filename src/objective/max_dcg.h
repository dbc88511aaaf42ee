#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "objective/objective.h"

namespace gbrank {

/// What NDCG divides by, for every query, and its discounts: found once, for labels do not change.
class MaxDcg {
 public:
  /// With a cut-off (0: none), only the first places count.
  void build(const QueryLists& queries, std::size_t cutoff);

  /// Gain 2^label - 1, discount 1 / log2(1 + rank); 0 where all labels are 0.
  double of(std::size_t query) const { return max_dcg_[query]; }
  /// By place, from 0, as many as the longest query has; beyond the cut-off, too.
  std::span<const double> discounts() const { return discounts_; }

  static double gain(float label) { return std::exp2(static_cast<double>(label)) - 1; }

 private:
  std::vector<double> max_dcg_;
  std::vector<double> discounts_;
};

}  // namespace gbrank
