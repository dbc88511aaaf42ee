// The kernels as anyone would write them at first: one pair at a time, std::exp and std::log1p on
// score differences. What the fast ones are compared with, and what `gbrank gradient` shows.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "objective/kernels/kernels.h"

namespace gbrank::exact {
namespace {

void exponentials(double* x, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) x[i] = std::exp(std::clamp(x[i], -700.0, 700.0));
}

void count_above(const double* scores, std::size_t count, double* above) {
  for (std::size_t i = 0; i < count; ++i) {
    above[i] = static_cast<double>(
        std::count_if(scores, scores + count, [&](double s) { return s > scores[i]; }));
  }
}

/// 1 / (1 + exp(x)), with exp of a negative number only, so that nothing overflows.
double sigmoid(double x) {
  const double e = std::exp(-std::abs(x));
  return x >= 0 ? e / (1 + e) : 1 / (1 + e);
}

/// -d sigmoid / dx.
double sigmoid_fall(double x) {
  const double e = std::exp(-std::abs(x));
  return e / ((1 + e) * (1 + e));
}

double add_logistic(const PairDocuments& d, std::size_t better, std::size_t worse, double weight,
                    bool wants_loss, double* gradient, double* hessian) {
  const double x = d.score[better] - d.score[worse];
  const double lambda = weight * sigmoid(x);
  const double curvature = weight * sigmoid_fall(x);
  gradient[better] -= lambda;
  gradient[worse] += lambda;
  hessian[better] += curvature;
  hessian[worse] += curvature;
  if (!wants_loss) return 0;
  return weight * (std::log1p(std::exp(-std::abs(x))) + std::max(0.0, -x));
}

double logistic_row(const PairDocuments& d, PairRow r, bool wants_loss, double* gradient,
                    double* hessian) {
  double loss = 0;
  for (std::size_t j = r.begin; j < r.end; ++j) {
    loss += add_logistic(d, r.row, j, 1, wants_loss, gradient, hessian);
  }
  return loss;
}

double lambda_row(const PairDocuments& d, PairRow r, bool better, bool wants_loss, double* gradient,
                  double* hessian) {
  double loss = 0;
  for (std::size_t j = r.begin; j < r.end; ++j) {
    const double weight =
        std::abs((d.gain[r.row] - d.gain[j]) * (d.discount[r.row] - d.discount[j]));
    loss += better ? add_logistic(d, r.row, j, weight, wants_loss, gradient, hessian)
                   : add_logistic(d, j, r.row, weight, wants_loss, gradient, hessian);
  }
  return loss;
}

double hinge_row(const PairDocuments& d, PairRow r, double margin, double* gradient,
                 double* hessian) {
  double loss = 0;
  for (std::size_t j = r.begin; j < r.end; ++j) {
    const double missing = margin - (d.score[r.row] - d.score[j]);
    if (missing <= 0) continue;
    gradient[r.row] -= missing;
    gradient[j] += missing;
    hessian[r.row] += 1;
    hessian[j] += 1;
    loss += 0.5 * missing * missing;
  }
  return loss;
}

/// Wu et al., eq. 14 with the sign mended: the sigmoid above 0, its tangent at 0 below.
double smooth_hinge(double x) { return x >= 0 ? sigmoid(x) : 0.5 - 0.25 * x; }
double smooth_hinge_fall(double x) { return x >= 0 ? sigmoid_fall(x) : 0.25; }

void sigmoid_ranks(const PairDocuments& d, PairRow r, double* rank) {
  for (std::size_t j = r.begin; j < r.end; ++j) {
    rank[r.row] += sigmoid(d.score[r.row] - d.score[j]);
    rank[j] += sigmoid(d.score[j] - d.score[r.row]);
  }
}

void smooth_hinge_ranks(const PairDocuments& d, PairRow r, double* rank) {
  for (std::size_t j = r.begin; j < r.end; ++j) {
    const double value = smooth_hinge(d.score[r.row] - d.score[j]);
    rank[r.row] += value;
    rank[j] += 1 + value;
  }
}

void send_back(const PairDocuments& d, std::size_t row, std::size_t j, double slope, double fall,
               double* gradient, double* hessian) {
  const double t = -slope * fall * d.steepness;
  gradient[row] += t;
  gradient[j] -= t;
  hessian[row] += std::abs(t) * d.steepness;
  hessian[j] += std::abs(t) * d.steepness;
}

void sigmoid_slopes(const PairDocuments& d, PairRow r, double* gradient, double* hessian) {
  for (std::size_t j = r.begin; j < r.end; ++j) {
    send_back(d, r.row, j, d.slope[r.row] - d.slope[j], sigmoid_fall(d.score[r.row] - d.score[j]),
              gradient, hessian);
  }
}

void smooth_hinge_slopes(const PairDocuments& d, PairRow r, double* gradient, double* hessian) {
  for (std::size_t j = r.begin; j < r.end; ++j) {
    send_back(d, r.row, j, d.slope[r.row] + d.slope[j],
              smooth_hinge_fall(d.score[r.row] - d.score[j]), gradient, hessian);
  }
}

MeanAndVariance contests(const double* score, std::size_t count, double against, double reach,
                         double* chance, double* density) {
  MeanAndVariance wins = {};
  for (std::size_t i = 0; i < count; ++i) {
    const double x = score[i] - against;
    const bool certain = std::abs(x) > reach;
    const double tail = certain ? 0 : 0.5 * std::erfc(std::abs(x) / std::numbers::sqrt2);
    chance[i] = x > 0 ? 1 - tail : tail;
    density[i] = certain ? 0 : std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
    wins.mean += chance[i];
    wins.variance += tail * (1 - tail);
  }
  return wins;
}

/// Distribution of the number of wins of a block, one contest after the other; `without` is left
/// out.
std::array<double, kBlockContests + 1> wins_of_block(const double* chance, std::size_t without) {
  std::array<double, kBlockContests + 1> wins = {1};
  for (std::size_t c = 0; c < kBlockContests; ++c) {
    if (c == without) continue;
    const double p = chance[c * kGroupBlocks];
    for (std::size_t w = kBlockContests; w > 0; --w) wins[w] = (1 - p) * wins[w] + p * wins[w - 1];
    wins[0] *= 1 - p;
  }
  return wins;
}

void block_taps(const double* chance, std::size_t groups, double* taps) {
  for (std::size_t b = 0; b < groups * kGroupBlocks; ++b) {
    const std::size_t group = b / kGroupBlocks;
    const std::size_t lane = b % kGroupBlocks;
    const auto wins = wins_of_block(chance + group * kGroupContests + lane, kBlockContests);
    for (std::size_t w = 0; w < wins.size(); ++w) {
      taps[group * kGroupTaps + w * kGroupBlocks + lane] = wins[w];
    }
  }
}

void block_forward(const double* taps, const double* from, std::size_t vectors, double* to) {
  for (std::size_t r = 0; r < vectors * kBlockContests; ++r) {
    to[r] = 0;
    for (std::size_t w = 0; w <= kBlockContests; ++w) {
      to[r] += taps[w * kGroupBlocks] * *(from + r - w);
    }
  }
}

void block_backward(const double* taps, const double* from, std::size_t vectors, double* value,
                    double* overlap) {
  for (std::size_t w = 0; w < kBlockContests; ++w) {
    double sum = 0;
    for (std::size_t r = 0; r < vectors * kBlockContests; ++r) sum += from[r] * value[r + w];
    overlap[w * kGroupBlocks] = sum;
  }
  for (std::size_t r = 0; r < vectors * kBlockContests; ++r) {
    double sum = 0;
    for (std::size_t w = 0; w <= kBlockContests; ++w) sum += taps[w * kGroupBlocks] * value[r + w];
    value[r] = sum;
  }
}

void block_slopes(const double* chance, const double* overlap, std::size_t groups, double* slope) {
  for (std::size_t i = 0; i < groups * kGroupContests; ++i) {
    const std::size_t block = i / kGroupContests * kGroupContests + i % kGroupBlocks;
    const auto others = wins_of_block(chance + block, i % kGroupContests / kGroupBlocks);
    slope[i] = 0;
    for (std::size_t w = 0; w < kBlockContests; ++w) {
      slope[i] += others[w] * overlap[block + w * kGroupBlocks];
    }
  }
}

void contest_forces(const double* slope, const double* density, double steepness, std::size_t row,
                    std::size_t count, double* gradient, double* hessian) {
  for (std::size_t i = 0; i < count; ++i) {
    const double t = slope[i] * density[i] * steepness;
    gradient[i] += t;
    gradient[row] -= t;
    hessian[i] += std::abs(t) * steepness;
    hessian[row] += std::abs(t) * steepness;
  }
}

}  // namespace

extern const Kernels kKernels;
const Kernels kKernels = {
    "exact",       exponentials,   count_above,        logistic_row,        lambda_row, hinge_row,
    sigmoid_ranks, sigmoid_slopes, smooth_hinge_ranks, smooth_hinge_slopes, contests,   block_taps,
    block_forward, block_backward, block_slopes,       contest_forces,
};

}  // namespace gbrank::exact
