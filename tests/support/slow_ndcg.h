#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace gbrank::test {

/// Labels and scores of one query.
struct ScoredList {
  std::vector<float> labels;
  std::vector<double> scores;
};

/// NDCG of the whole list when its documents stand in this order, with a sort of its own.
template <typename Order>
double slow_ndcg(const std::vector<float>& labels, const Order& order) {
  std::vector<float> ideal = labels;
  std::sort(ideal.begin(), ideal.end(), std::greater<>{});
  double dcg = 0;
  double best = 0;
  for (std::size_t r = 0; r < labels.size(); ++r) {
    const double log = std::log2(2 + static_cast<double>(r));
    dcg += (std::exp2(labels[order[r]]) - 1) / log;
    best += (std::exp2(ideal[r]) - 1) / log;
  }
  return dcg / best;
}

}  // namespace gbrank::test
