// The kernels as anyone would write them at first: one pair at a time, std::exp and std::log1p on
// score differences. What the fast ones are compared with, and what `gbrank gradient` shows.

#include <algorithm>
#include <cmath>

#include "objective/kernels/kernels.h"

namespace gbrank::exact {
namespace {

void exponentials(double* x, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) x[i] = std::exp(std::clamp(x[i], -700.0, 700.0));
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

}  // namespace

extern const Kernels kKernels;
const Kernels kKernels = {
    "exact",       exponentials,   logistic_row,       lambda_row,          hinge_row,
    sigmoid_ranks, sigmoid_slopes, smooth_hinge_ranks, smooth_hinge_slopes,
};

}  // namespace gbrank::exact
