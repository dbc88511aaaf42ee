#pragma once

#include <span>
#include <string>
#include <vector>

#include "gbrank/ensemble.h"

#include "documents.h"

namespace gbrank::bench {

/// What every contender must answer.
struct Expected {
  std::vector<double> scores;      // of the reference
  std::vector<double> magnitudes;  // absolute values of what is added up, added up
  std::size_t additions = 0;       // of a score
  double nodes = 0;                // that a document passes in all trees, in the mean
};

Expected expected_scores(const Ensemble& ensemble, const Documents& documents);

/// Throws Error for the first score that is farther from the expected one than a sum in arithmetic
/// of this rounding can be, whatever its order; with 0, for the first that is not the same bits. A
/// benchmark of wrong scores means nothing.
void check_scores(const std::string& contender, double rounding, const Expected& expected,
                  std::span<const double> scores);

}  // namespace gbrank::bench
