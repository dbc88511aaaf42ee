#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "base/random.h"

namespace gbrank::test {

/// Labels and scores of one query.
struct RandomList {
  std::string kind;  // for messages
  std::vector<float> labels;
  std::vector<double> scores;

  /// To what share of the largest of them derivatives agree with those of the definition: the usual
  /// one, and less exactly where scores are large, for objectives that multiply scores by a
  /// steepness before they subtract them.
  double exactness(double usual) const {
    double most = 0;
    for (const double score : scores) most = std::max(most, std::abs(score));
    return usual + 1e-15 * most;
  }
};

/// +-1e6, zero, or something near one of them or between them: some documents are equal, some are
/// close, and some are as far apart as scores may be.
inline double extreme_score(Random& random) {
  const double middle = 1e6 * (static_cast<double>(random.below(3)) - 1);
  const std::uint64_t distance = random.below(4);
  return distance == 0   ? middle
         : distance == 1 ? middle + 6 * random.uniform() - 3
         : distance == 2 ? middle + 2000 * random.uniform() - 1000
                         : 2e6 * random.uniform() - 1e6;
}

/// Lists of every sort that an objective may meet, of 1 to 40 documents: grades and real labels,
/// equal labels and equal scores, scores close together, far apart, and extreme.
inline std::vector<RandomList> random_lists(std::uint64_t seed, std::size_t count) {
  std::vector<RandomList> lists;
  Random random(random_key(seed));
  for (std::size_t c = 0; c < count; ++c) {
    RandomList list;
    const std::size_t n = c < 6 ? c + 1 : 1 + random.below(40);
    const bool graded = c % 2 == 0;
    const std::uint64_t spread = random.below(5);
    list.kind = std::to_string(n) + (graded ? " graded" : " real") + " documents, scores " +
                std::vector<std::string>{"tied", "close", "usual", "far apart", "extreme"}[spread];
    for (std::size_t i = 0; i < n; ++i) {
      list.labels.push_back(
          static_cast<float>(graded ? static_cast<double>(random.below(3))
                                    : (random.uniform() < 0.3 ? 0.0 : 4 * random.uniform())));
      const double u = random.uniform();
      list.scores.push_back(spread == 0   ? std::floor(3 * u)
                            : spread == 1 ? 0.01 * u
                            : spread == 2 ? 6 * u - 3
                            : spread == 3 ? 60 * u - 30
                                          : extreme_score(random));
    }
    lists.push_back(list);
  }
  return lists;
}

}  // namespace gbrank::test
