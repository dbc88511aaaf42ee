#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>
#include <vector>

/// SoftNDCG as the paper prints it: full recursions and full matrices, nothing left out.
namespace gbrank::test {

struct SlowSoftNdcg {
  double sigma = 1;
  bool normal = false;
  int sinkhorn = 0;
  double alpha = 1;
  std::size_t k = 0;
  double gain_less = 1;  // 2^y less this
};

using Matrix = std::vector<std::vector<double>>;

inline double slow_phi(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// pi_ij (eq. 9).
inline double slow_chance(double s_i, double s_j, double sigma) {
  return slow_phi((s_i - s_j) / (sigma * std::numbers::sqrt2));
}

/// By rank from 0, of a list of n.
inline std::vector<double> slow_discount(std::size_t n, const SlowSoftNdcg& options) {
  const auto log_discount = [](double rank) { return 1 / std::log2(1 + rank); };
  std::vector<double> discount(n);
  for (std::size_t r = 0; r < n && (options.k == 0 || r < options.k); ++r) {
    const double rank = static_cast<double>(r) + 1;
    const double last = static_cast<double>(n);
    const double line = (last - rank) / (last - 1);
    discount[r] =
        options.alpha > 0
            ? options.alpha * log_discount(rank) + (1 - options.alpha) * line
            : -options.alpha * (1 - log_discount(last + 1 - rank)) + (1 + options.alpha) * line;
  }
  return discount;
}

/// p_j of contests with these chances (eq. 11 and 12).
inline std::vector<double> slow_binomial(std::span<const double> chances) {
  std::vector<double> p = {1};
  for (const double chance : chances) {
    std::vector<double> next(p.size() + 1);
    for (std::size_t r = 0; r < p.size(); ++r) {
      next[r] += (1 - chance) * p[r];
      next[r + 1] += chance * p[r];
    }
    p = next;
  }
  return p;
}

inline std::vector<double> slow_normal(std::span<const double> chances) {
  double mean = 0;
  double variance = 0;
  for (const double chance : chances) {
    mean += chance;
    variance += chance * (1 - chance);
  }
  const std::size_t n = chances.size() + 1;
  std::vector<double> p(n);
  const auto below = [&](double r) { return slow_phi((r - mean) / std::sqrt(variance)); };
  const auto above = [&](double r) { return slow_phi((mean - r) / std::sqrt(variance)); };
  for (std::size_t r = 0; r < n; ++r) {
    const double rank = static_cast<double>(r);
    if (rank < mean) {  // the side where the difference is exact
      p[r] = (r + 1 < n ? below(rank + 0.5) : 1) - (r > 0 ? below(rank - 0.5) : 0);
    } else {
      p[r] = (r > 0 ? above(rank - 0.5) : 1) - (r + 1 < n ? above(rank + 0.5) : 0);
    }
  }
  return p;
}

inline Matrix slow_rank_distributions(std::span<const double> scores, const SlowSoftNdcg& options) {
  const std::size_t n = scores.size();
  Matrix p;
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> chances;
    for (std::size_t i = 0; i < n; ++i) {
      if (i != j) chances.push_back(slow_chance(scores[i], scores[j], options.sigma));
    }
    p.push_back(options.normal ? slow_normal(chances) : slow_binomial(chances));
  }
  for (int round = 0; round < options.sinkhorn; ++round) {
    for (std::size_t r = 0; r < n; ++r) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += p[j][r];
      for (std::size_t j = 0; j < n; ++j) p[j][r] /= sum;
    }
    for (std::vector<double>& row : p) {
      double sum = 0;
      for (const double x : row) sum += x;
      for (double& x : row) x /= sum;
    }
  }
  return p;
}

/// gain / maxDCG of each document.
inline std::vector<double> slow_shares(std::span<const float> labels, const SlowSoftNdcg& options) {
  const std::vector<double> discount = slow_discount(labels.size(), options);
  std::vector<double> gain;
  for (const float label : labels)
    gain.push_back(std::exp2(static_cast<double>(label)) - options.gain_less);
  std::vector<double> best = gain;
  std::sort(best.begin(), best.end(), std::greater<>());
  double max_dcg = 0;
  for (std::size_t r = 0; r < best.size(); ++r) max_dcg += best[r] * discount[r];
  for (double& g : gain) g /= max_dcg;
  return gain;
}

inline double slow_softndcg_loss(std::span<const float> labels, std::span<const double> scores,
                                 const SlowSoftNdcg& options) {
  const std::vector<double> discount = slow_discount(labels.size(), options);
  const std::vector<double> share = slow_shares(labels, options);
  const Matrix p = slow_rank_distributions(scores, options);
  double loss = 1;
  for (std::size_t j = 0; j < labels.size(); ++j) {
    for (std::size_t r = 0; r < labels.size(); ++r) loss -= share[j] * discount[r] * p[j][r];
  }
  return loss;
}

/// The gradient by the paper's recursion for psi_mj = d p_j / d s_m (eq. 18), binomial ranks
/// without scaling: O(n^4).
inline std::vector<double> slow_softndcg_gradient(std::span<const float> labels,
                                                  std::span<const double> scores,
                                                  const SlowSoftNdcg& options) {
  const std::size_t n = labels.size();
  const std::vector<double> discount = slow_discount(n, options);
  const std::vector<double> share = slow_shares(labels, options);
  const auto density = [&](double x) {
    return std::exp(-x * x / (4 * options.sigma * options.sigma)) /
           (2 * options.sigma * std::sqrt(std::numbers::pi));
  };
  std::vector<double> gradient(n);
  std::vector<double> chance(n);
  std::vector<double> p(n);
  std::vector<double> psi(n);
  for (std::size_t j = 0; j < n; ++j) {
    if (share[j] == 0) continue;
    for (std::size_t i = 0; i < n; ++i)
      chance[i] = slow_chance(scores[i], scores[j], options.sigma);
    for (std::size_t m = 0; m < n; ++m) {
      std::fill(p.begin(), p.end(), 0.0);
      std::fill(psi.begin(), psi.end(), 0.0);
      p[0] = 1;
      for (std::size_t i = 0; i < n; ++i) {
        if (i == j) continue;
        const double slope = m == i   ? density(scores[i] - scores[j])
                             : m == j ? -density(scores[i] - scores[j])
                                      : 0;
        for (std::size_t r = std::min(i + 1, n - 1); r > 0; --r) {
          psi[r] = psi[r - 1] * chance[i] + psi[r] * (1 - chance[i]) + (p[r - 1] - p[r]) * slope;
          p[r] = p[r - 1] * chance[i] + p[r] * (1 - chance[i]);
        }
        psi[0] = psi[0] * (1 - chance[i]) - p[0] * slope;
        p[0] *= 1 - chance[i];
      }
      for (std::size_t r = 0; r < n; ++r) gradient[m] -= share[j] * discount[r] * psi[r];
    }
  }
  return gradient;
}

}  // namespace gbrank::test
