#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "support/rank_vectors.h"

namespace gbrank::test {

/// Eq. 4 of the paper, pair by pair, with g(x) = 2x / (m - 1).
template <typename Score>
double slow_energy(const RankVector& rank, std::span<const Score> scores, double scale) {
  const auto m = static_cast<double>(rank.size());
  double sum = 0;
  for (std::size_t j = 0; j < rank.size(); ++j) {
    for (std::size_t k = 0; k < rank.size(); ++k) {
      if (rank[j] <= rank[k]) continue;
      const double apart = static_cast<double>(rank[j]) - static_cast<double>(rank[k]);
      sum +=
          2 * apart / (m - 1) * (static_cast<double>(scores[j]) - static_cast<double>(scores[k]));
    }
  }
  return scale * 2 / (m * (m - 1)) * sum;
}

/// Eq. 12, as logarithms.
template <typename Score>
std::vector<double> slow_log_probabilities(const std::vector<RankVector>& sample,
                                           std::span<const Score> scores, double scale) {
  std::vector<double> log_p;
  for (const RankVector& rank : sample) log_p.push_back(-slow_energy(rank, scores, scale));
  const double most = *std::max_element(log_p.begin(), log_p.end());
  double z = 0;
  for (const double x : log_p) z += std::exp(x - most);
  for (double& x : log_p) x -= most + std::log(z);
  return log_p;
}

inline double slow_ndcg(const RankVector& rank, std::span<const float> labels, std::size_t k) {
  std::vector<float> ideal(labels.begin(), labels.end());
  std::sort(ideal.begin(), ideal.end(), std::greater<>{});
  double dcg = 0;
  double best = 0;
  for (std::size_t j = 0; j < labels.size(); ++j) {
    const auto value = [&](double label, std::size_t r) {
      return k > 0 && r > k ? 0 : (std::exp2(label) - 1) / std::log2(1 + static_cast<double>(r));
    };
    dcg += value(static_cast<double>(labels[j]), rank[j]);
    best += value(static_cast<double>(ideal[j]), j + 1);
  }
  return dcg / best;
}

/// Eq. 15, negated.
inline double slow_boltzrank(const std::vector<RankVector>& sample, std::span<const float> labels,
                             std::span<const double> scores, double lambda, double scale,
                             std::size_t k) {
  const std::vector<double> log_p = slow_log_probabilities(sample, scores, scale);
  const std::vector<double> log_q = slow_log_probabilities(sample, labels, scale);
  double gain = 0;
  double likelihood = 0;
  for (std::size_t r = 0; r < sample.size(); ++r) {
    gain += std::exp(log_p[r]) * slow_ndcg(sample[r], labels, k);
    likelihood += std::exp(log_q[r]) * log_p[r];
  }
  return -(lambda * gain + (1 - lambda) * likelihood);
}

}  // namespace gbrank::test
