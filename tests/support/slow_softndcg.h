#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>
#include <vector>

#include "support/dual.h"

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

// A Number is a double, or a Dual where derivatives are wanted.
template <typename Number>
using Matrix = std::vector<std::vector<Number>>;

template <typename Number>
Number slow_phi(Number x) {
  using std::erfc;
  return 0.5 * erfc(-x / std::numbers::sqrt2);
}

/// pi_ij (eq. 9).
inline double slow_chance(double s_i, double s_j, double sigma) {
  return slow_phi((s_i - s_j) / (sigma * std::numbers::sqrt2));
}
/// d pi_ij / d s_i.
inline double slow_density(double s_i, double s_j, double sigma) {
  const double x = (s_i - s_j) / (2 * sigma);
  return std::exp(-x * x) / (2 * sigma * std::sqrt(std::numbers::pi));
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
template <typename Number>
std::vector<Number> slow_binomial(const std::vector<Number>& chances) {
  std::vector<Number> p = {1};
  for (const Number& chance : chances) {
    std::vector<Number> next(p.size() + 1);
    for (std::size_t r = 0; r < p.size(); ++r) {
      next[r] = next[r] + (1 - chance) * p[r];
      next[r + 1] = next[r + 1] + chance * p[r];
    }
    p = next;
  }
  return p;
}

template <typename Number>
std::vector<Number> slow_normal(const std::vector<Number>& chances) {
  using std::sqrt;
  Number mean = 0;
  Number variance = 0;
  for (const Number& chance : chances) {
    mean = mean + chance;
    variance = variance + chance * (1 - chance);
  }
  const std::size_t n = chances.size() + 1;
  std::vector<Number> p(n);
  const auto below = [&](double r) { return slow_phi((r - mean) / sqrt(variance)); };
  const auto above = [&](double r) { return slow_phi((mean - r) / sqrt(variance)); };
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

/// pi_ij of the opponents of document j.
template <typename Number>
std::vector<Number> slow_chances(std::span<const double> scores, std::size_t j, double sigma) {
  std::vector<Number> chances;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i != j) chances.push_back(slow_chance(scores[i], scores[j], sigma));
  }
  return chances;
}

template <typename Number>
std::vector<Number> slow_distribution(const std::vector<Number>& chances,
                                      const SlowSoftNdcg& options) {
  return options.normal ? slow_normal(chances) : slow_binomial(chances);
}

/// p_j of every document, before it is scaled.
template <typename Number>
Matrix<Number> slow_rank_distributions(std::span<const double> scores,
                                       const SlowSoftNdcg& options) {
  Matrix<Number> p;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    p.push_back(slow_distribution(slow_chances<Number>(scores, j, options.sigma), options));
  }
  return p;
}

template <typename Number>
void slow_sinkhorn(Matrix<Number>& p, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t r = 0; r < p.size(); ++r) {
      Number sum = 0;
      for (const std::vector<Number>& row : p) sum = sum + row[r];
      for (std::vector<Number>& row : p) row[r] = row[r] / sum;
    }
    for (std::vector<Number>& row : p) {
      Number sum = 0;
      for (const Number& x : row) sum = sum + x;
      for (Number& x : row) x = x / sum;
    }
  }
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

/// Of these distributions, not yet scaled.
template <typename Number>
Number slow_softndcg_loss(std::span<const float> labels, Matrix<Number> p,
                          const SlowSoftNdcg& options) {
  const std::vector<double> discount = slow_discount(labels.size(), options);
  const std::vector<double> share = slow_shares(labels, options);
  slow_sinkhorn(p, options.sinkhorn);
  Number loss = 1;
  for (std::size_t j = 0; j < labels.size(); ++j) {
    for (std::size_t r = 0; r < labels.size(); ++r) {
      loss = loss - share[j] * discount[r] * p[j][r];
    }
  }
  return loss;
}

inline double slow_softndcg_loss(std::span<const float> labels, std::span<const double> scores,
                                 const SlowSoftNdcg& options) {
  return slow_softndcg_loss(labels, slow_rank_distributions<double>(scores, options), options);
}

struct SlowForces {
  std::vector<double> gradient;
  std::vector<double> hessian;
};

/// Contest by contest: the one between i and j that the rank of j is made of pushes i with force
/// t = d loss / d pi_ij d pi_ij / d s_i and j with -t, and has the curvature |t| / (sigma sqrt 2).
/// One whose chance is within 1e-12 of 0 or 1 is certain and pushes nobody.
inline SlowForces slow_softndcg_forces(std::span<const float> labels,
                                       std::span<const double> scores,
                                       const SlowSoftNdcg& options) {
  const std::size_t n = labels.size();
  SlowForces d{std::vector<double>(n), std::vector<double>(n)};
  const Matrix<Dual> all = slow_rank_distributions<Dual>(scores, options);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      const double chance = slow_chance(scores[i], scores[j], options.sigma);
      if (i == j || chance < 1e-12 || slow_chance(scores[j], scores[i], options.sigma) < 1e-12) {
        continue;
      }
      std::vector<Dual> chances = slow_chances<Dual>(scores, j, options.sigma);
      chances[i < j ? i : i - 1].slope = slow_density(scores[i], scores[j], options.sigma);
      Matrix<Dual> p = all;
      p[j] = slow_distribution(chances, options);
      const double t = slow_softndcg_loss(labels, p, options).slope;
      d.gradient[i] += t;
      d.gradient[j] -= t;
      for (const std::size_t at : {i, j}) {
        d.hessian[at] += std::abs(t) / (options.sigma * std::numbers::sqrt2);
      }
    }
  }
  return d;
}

/// The gradient by the paper's recursion for psi_mj = d p_j / d s_m (eq. 18), binomial ranks
/// without scaling: O(n^4).
inline std::vector<double> slow_softndcg_gradient(std::span<const float> labels,
                                                  std::span<const double> scores,
                                                  const SlowSoftNdcg& options) {
  const std::size_t n = labels.size();
  const std::vector<double> discount = slow_discount(n, options);
  const std::vector<double> share = slow_shares(labels, options);
  const auto density = [&](std::size_t i, std::size_t j) {
    return slow_density(scores[i], scores[j], options.sigma);
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
        const double slope = m == i ? density(i, j) : m == j ? -density(i, j) : 0;
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
