#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "support/differentiate.h"

namespace gbrank::test {

// Pair objectives as their papers write them: a loop over all i and j, std::exp for both sides of a
// pair, nothing shared with the library. What the objectives are compared with, in tests and in
// tools/bench.

using Labels = std::span<const float>;
using Scores = std::span<const double>;

inline double slow_gain(float label) { return std::exp2(static_cast<double>(label)) - 1; }
inline double slow_discount(double rank) { return 1 / std::log2(1 + rank); }

inline bool says_nothing(Labels labels) {
  return std::ranges::all_of(labels, [&](float y) { return y == labels[0]; });
}

/// DCG@k of the best order; k = 0: of all places.
inline double slow_max_dcg(Labels labels, std::size_t k = 0) {
  std::vector<float> sorted(labels.begin(), labels.end());
  std::ranges::sort(sorted, std::greater<>{});
  double sum = 0;
  for (std::size_t r = 0; r < sorted.size() && (k == 0 || r < k); ++r) {
    sum += slow_gain(sorted[r]) * slow_discount(static_cast<double>(r + 1));
  }
  return sum;
}

inline Derivatives zeros(std::size_t n) {
  return {0, std::vector<double>(n), std::vector<double>(n)};
}

/// log(1 + exp(-x)) without overflow.
inline double log_loss(double x) { return std::log1p(std::exp(-std::abs(x))) + std::max(0.0, -x); }

/// G of Wu et al.; for a = 1, the chance of the wrong order of a pair whose better document is
/// ahead by x.
inline double slow_sigmoid(double a, double x) { return 1 / (1 + std::exp(a * x)); }
/// -dG / dx, which is the same at -x; there G is the small one, so that 1 - G is not rounded away.
inline double slow_sigmoid_fall(double a, double x) {
  const double g = slow_sigmoid(a, std::abs(x));
  return a * g * (1 - g);
}

inline Derivatives slow_regression(Labels y, Scores s) {
  Derivatives d = zeros(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double residual = s[i] - static_cast<double>(y[i]);
    d.loss += residual * residual / 2;
    d.gradient[i] = residual;
    d.hessian[i] = 1;
  }
  return d;
}

inline Derivatives slow_ranknet(Labels y, Scores s) {
  Derivatives d = zeros(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      if (y[i] == y[j]) continue;
      const double sign = y[i] > y[j] ? 1 : -1;
      const double x = sign * (s[i] - s[j]);
      const double least = slow_sigmoid(1, std::abs(x));  // of p and 1 - p
      d.gradient[i] -= sign * (x < 0 ? 1 - least : least);
      d.hessian[i] += least * (1 - least);
      if (sign > 0) d.loss += log_loss(s[i] - s[j]);
    }
  }
  return d;
}

/// Ranks from 1, given from outside: how ties are broken is another matter.
inline Derivatives slow_lambdarank(Labels y, Scores s, std::span<const std::size_t> rank,
                                   std::size_t k = 0) {
  Derivatives d = zeros(y.size());
  if (says_nothing(y)) return d;
  const double max_dcg = slow_max_dcg(y);
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      if (y[i] == y[j] || (k > 0 && rank[i] > k && rank[j] > k)) continue;
      const double sign = y[i] > y[j] ? 1 : -1;
      const double weight = std::abs((slow_gain(y[i]) - slow_gain(y[j])) *
                                     (slow_discount(static_cast<double>(rank[i])) -
                                      slow_discount(static_cast<double>(rank[j])))) /
                            max_dcg;
      const double x = sign * (s[i] - s[j]);
      const double least = slow_sigmoid(1, std::abs(x));  // of p and 1 - p
      d.gradient[i] -= sign * (x < 0 ? 1 - least : least) * weight;
      d.hessian[i] += least * (1 - least) * weight;
      if (sign > 0) d.loss += weight * log_loss(s[i] - s[j]);
    }
  }
  return d;
}

inline Derivatives slow_gbrank(Labels y, Scores s, double tau) {
  Derivatives d = zeros(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      if (y[i] <= y[j]) continue;
      const double missing = tau - (s[i] - s[j]);
      if (missing <= 0) continue;
      d.gradient[i] -= missing;
      d.gradient[j] += missing;
      d.hessian[i] += 1;
      d.hessian[j] += 1;
      d.loss += 0.5 * missing * missing;
    }
  }
  return d;
}

struct SlowDcgOptions {
  double alpha = 1;
  double beta = 1;
  std::size_t k = 5;
  bool normalize = false;
};

/// Wu et al. eq. 14 and 15, with the minus that makes A continuous in slope.
inline double slow_hinge_a(double a, double x) {
  return x >= 0 ? slow_sigmoid(a, x) : 0.5 - a / 4 * x;
}
inline double slow_hinge_b(double a, double x) { return 1 + slow_hinge_a(a, -x); }

/// How much j adds to the rank of i.
inline double slow_rank_step(bool hinges, double a, float y_i, float y_j, double x) {
  if (!hinges || y_i == y_j) return slow_sigmoid(a, x);
  return y_i > y_j ? slow_hinge_a(a, x) : slow_hinge_b(a, x);
}

inline double slow_rank_slope(bool hinges, double a, float y_i, float y_j, double x) {
  if (!hinges || y_i == y_j) return -slow_sigmoid_fall(a, x);
  const bool linear = y_i > y_j ? x < 0 : -x < 0;
  const double fall = linear ? a / 4 : slow_sigmoid_fall(a, x);
  return y_i > y_j ? -fall : fall;
}

/// eq. 8 with the weight's width given (eq. 7: k, eq. 17: the annealed one). A pair that pushes its
/// documents apart with force t, both ranks taken together, has the curvature alpha |t|.
inline Derivatives slow_smooth_dcg(Labels y, Scores s, const SlowDcgOptions& o, bool hinges,
                                   double width) {
  const std::size_t n = y.size();
  Derivatives d = zeros(n);
  if (says_nothing(y)) return d;
  std::vector<double> slope(n);
  for (std::size_t i = 0; i < n; ++i) {
    double rank = 1;
    for (std::size_t j = 0; j < n; ++j) {
      if (j != i) rank += slow_rank_step(hinges, o.alpha, y[i], y[j], s[i] - s[j]);
    }
    const double gain = slow_gain(y[i]) / (o.normalize ? slow_max_dcg(y, o.k) : 1);
    const double w = slow_sigmoid(o.beta, rank - width);
    const double w_slope = -slow_sigmoid_fall(o.beta, rank - width);
    d.loss -= gain * slow_discount(rank) * w;
    const double log2 = std::log2(1 + rank);
    slope[i] = -gain * (w_slope / log2 - w / (log2 * log2 * (1 + rank) * std::log(2.0)));
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double t = slope[i] * slow_rank_slope(hinges, o.alpha, y[i], y[j], s[i] - s[j]) -
                       slope[j] * slow_rank_slope(hinges, o.alpha, y[j], y[i], s[j] - s[i]);
      d.gradient[i] += t;
      d.gradient[j] -= t;
      d.hessian[i] += o.alpha * std::abs(t);
      d.hessian[j] += o.alpha * std::abs(t);
    }
  }
  return d;
}

/// The rank of each document when those of equal score all stand above it.
inline std::vector<double> pessimistic_ranks(Scores s) {
  std::vector<double> ranks;
  for (const double score : s) {
    ranks.push_back(
        static_cast<double>(std::ranges::count_if(s, [&](double x) { return x >= score; })));
  }
  return ranks;
}

/// s_m of eq. 17: sort by label, then by rank, and look at the first k.
inline double slow_width(Labels y, Scores s, std::size_t k) {
  const std::vector<double> rank = pessimistic_ranks(s);
  std::vector<std::size_t> order(y.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return y[a] != y[b] ? y[a] > y[b] : rank[a] < rank[b];
  });
  double worst = 0;
  for (std::size_t i = 0; i < std::min(k, order.size()); ++i) {
    worst = std::max(worst, rank[order[i]]);
  }
  return worst;
}

inline double slow_tau(int m, int planned) {
  const double gamma = std::log(0.999999 / (1 - 0.999999)) / (planned / 2.0 - 1);
  return 1 / (1 + std::exp(gamma * (m - planned / 2.0)));
}

/// eq. 18, the part of shf-sdcg times `scale`.
inline Derivatives slow_reg_shf_sdcg(Labels y, Scores s, const SlowDcgOptions& o, double scale,
                                     double tau, double width) {
  const Derivatives regression = slow_regression(y, s);
  const Derivatives dcg = slow_smooth_dcg(y, s, o, true, width);
  const auto mix = [&](double r, double d) { return tau * r + (1 - tau) * scale * d; };
  Derivatives d = zeros(y.size());
  d.loss = mix(regression.loss, dcg.loss);
  for (std::size_t i = 0; i < y.size(); ++i) {
    d.gradient[i] = mix(regression.gradient[i], dcg.gradient[i]);
    d.hessian[i] = mix(regression.hessian[i], dcg.hessian[i]);
  }
  return d;
}

}  // namespace gbrank::test
