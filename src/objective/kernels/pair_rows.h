// The loops of kernels.h, eight pairs at a time; see vector.h for how this is compiled.

#include "objective/kernels/kernels.h"

namespace gbrank::GBRANK_TARGET {

/// Which lanes count: all of them.
struct EveryLane {
  GBRANK_INLINE Doubles operator()(Doubles x) const { return x; }
};
/// Only the first few; the others become 0.
struct FirstLanes {
  Words mask;
  GBRANK_INLINE explicit FirstLanes(std::size_t count) {
    constexpr double kNumber[kLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
    mask = load(kNumber) < all(static_cast<double>(count));
  }
  GBRANK_INLINE Doubles operator()(Doubles x) const { return select(mask, x, all(0)); }
};

/// Calls body(j, keep) for every eighth j of the row; what body adds up goes through `keep`.
template <typename Body>
GBRANK_INLINE void for_lanes(const PairRow& r, Body body) {
  std::size_t j = r.begin;
  for (; j + kLanes <= r.end; j += kLanes) body(j, EveryLane{});
  if (j < r.end) body(j, FirstLanes(r.end - j));
}

/// exp(s_j - s_row) for j, j + 1, ..., or exp(s_row - s_j) if reversed.
template <bool kWide, bool kReversed = false>
struct RowExponential {
  const PairDocuments& documents;
  const double* factor;
  Doubles of_row;

  GBRANK_INLINE RowExponential(const PairDocuments& d, std::size_t row)
      : documents(d), factor(kReversed ? d.down : d.up) {
    of_row = all(kWide ? d.score[row] : kReversed ? d.up[row] : d.down[row]);
  }
  GBRANK_INLINE Doubles operator()(std::size_t j) const {
    if constexpr (kWide) return exp(difference(j));
    return load(factor + j) * of_row;
  }
  /// By how much the exponent is larger than exp() takes.
  GBRANK_INLINE Doubles beyond(std::size_t j) const {
    if constexpr (kWide) return larger(difference(j) - all(kExpRange), all(0));
    return all(0);
  }

 private:
  GBRANK_INLINE Doubles difference(std::size_t j) const {
    const Doubles score = load(documents.score + j);
    return kReversed ? of_row - score : score - of_row;
  }
};

GBRANK_INLINE void subtract(Doubles x, double* from) { store(load(from) - x, from); }

/// The logistic loss of pairs, each times weight(j). With u = exp(worse - better): p = u / (1 + u)
/// and p (1 - p) = p / (1 + u), which is right for any u from 0 to infinity's edge.
template <bool kBetter, bool kLoss, typename Exponential, typename Weight>
GBRANK_INLINE double logistic(const Exponential& exponential, const Weight& weight,
                              const PairRow& r, double* gradient, double* hessian) {
  Doubles row_gradient = all(0);
  Doubles row_hessian = all(0);
  Doubles loss = all(0);
  for_lanes(
      r, [&](std::size_t j, auto keep) __attribute__((always_inline)) {
        const Doubles u = exponential(j);
        const Doubles w = weight(j);
        const Doubles inverse = all(1.0) / (u + all(1.0));
        const Doubles force = u * inverse * w;
        const Doubles lambda = keep(force);
        const Doubles curvature = keep(force * inverse);
        row_gradient = row_gradient + lambda;
        row_hessian = row_hessian + curvature;
        if constexpr (kBetter) {
          add(lambda, gradient + j);
        } else {
          subtract(lambda, gradient + j);
        }
        add(curvature, hessian + j);
        if constexpr (kLoss) loss = loss + keep((log1p(u) + exponential.beyond(j)) * w);
      });
  const double total = sum(row_gradient);
  gradient[r.row] += kBetter ? -total : total;
  hessian[r.row] += sum(row_hessian);
  return kLoss ? sum(loss) : 0;
}

struct UnitWeight {
  GBRANK_INLINE Doubles operator()(std::size_t) const { return all(1.0); }
};

struct LambdaWeight {
  const PairDocuments& documents;
  Doubles gain;
  Doubles discount;

  GBRANK_INLINE LambdaWeight(const PairDocuments& d, std::size_t row)
      : documents(d), gain(all(d.gain[row])), discount(all(d.discount[row])) {}
  GBRANK_INLINE Doubles operator()(std::size_t j) const {
    return absolute((gain - load(documents.gain + j)) * (discount - load(documents.discount + j)));
  }
};

template <bool kWide>
double logistic_row_of(const PairDocuments& d, PairRow r, bool wants_loss, double* gradient,
                       double* hessian) {
  const RowExponential<kWide> u(d, r.row);
  return wants_loss ? logistic<true, true>(u, UnitWeight{}, r, gradient, hessian)
                    : logistic<true, false>(u, UnitWeight{}, r, gradient, hessian);
}

double logistic_row(const PairDocuments& d, PairRow r, bool wants_loss, double* gradient,
                    double* hessian) {
  return d.wide ? logistic_row_of<true>(d, r, wants_loss, gradient, hessian)
                : logistic_row_of<false>(d, r, wants_loss, gradient, hessian);
}

template <bool kWide>
double lambda_row_of(const PairDocuments& d, PairRow r, bool better, bool wants_loss,
                     double* gradient, double* hessian) {
  const LambdaWeight weight(d, r.row);
  if (better) {
    const RowExponential<kWide> u(d, r.row);
    return wants_loss ? logistic<true, true>(u, weight, r, gradient, hessian)
                      : logistic<true, false>(u, weight, r, gradient, hessian);
  }
  const RowExponential<kWide, true> u(d, r.row);
  return wants_loss ? logistic<false, true>(u, weight, r, gradient, hessian)
                    : logistic<false, false>(u, weight, r, gradient, hessian);
}

double lambda_row(const PairDocuments& d, PairRow r, bool better, bool wants_loss, double* gradient,
                  double* hessian) {
  return d.wide ? lambda_row_of<true>(d, r, better, wants_loss, gradient, hessian)
                : lambda_row_of<false>(d, r, better, wants_loss, gradient, hessian);
}

double hinge_row(const PairDocuments& d, PairRow r, double margin, double* gradient,
                 double* hessian) {
  Doubles row_gradient = all(0);
  Doubles row_hessian = all(0);
  Doubles squares = all(0);
  const Doubles row_score = all(d.score[r.row]);
  for_lanes(
      r, [&](std::size_t j, auto keep) __attribute__((always_inline)) {
        const Doubles missing = keep(larger(all(margin) - (row_score - load(d.score + j)), all(0)));
        const Doubles active = select(all(0) < missing, all(1.0), all(0));
        row_gradient = row_gradient + missing;
        row_hessian = row_hessian + active;
        squares = squares + missing * missing;
        add(missing, gradient + j);
        add(active, hessian + j);
      });
  gradient[r.row] -= sum(row_gradient);
  hessian[r.row] += sum(row_hessian);
  return 0.5 * sum(squares);
}

/// The sigmoid G or the smoothed hinge A at x = s_row - s_j, from u = exp(-x).
template <bool kHinge, bool kWide>
struct Step {
  RowExponential<kWide> exponential;
  Doubles row_score;
  const double* score;

  GBRANK_INLINE Step(const PairDocuments& d, std::size_t row)
      : exponential(d, row), row_score(all(d.score[row])), score(d.score) {}

  GBRANK_INLINE Doubles value(std::size_t j) const {
    const Doubles u = exponential(j);
    const Doubles sigmoid = u / (u + all(1.0));
    if constexpr (!kHinge) return sigmoid;
    const Doubles x = row_score - load(score + j);
    return select(x < all(0), all(0.5) - all(0.25) * x, sigmoid);
  }
  /// -d value / dx, before the steepness.
  GBRANK_INLINE Doubles fall(std::size_t j) const {
    const Doubles u = exponential(j);
    const Doubles inverse = all(1.0) / (u + all(1.0));
    const Doubles sigmoid = (u * inverse) * inverse;
    if constexpr (!kHinge) return sigmoid;
    return select(row_score < load(score + j), all(0.25), sigmoid);
  }
};

template <bool kHinge, bool kWide>
void add_ranks(const PairDocuments& d, PairRow r, double* rank) {
  const Step<kHinge, kWide> step(d, r.row);
  Doubles row_rank = all(0);
  for_lanes(
      r, [&](std::size_t j, auto keep) __attribute__((always_inline)) {
        const Doubles value = step.value(j);
        row_rank = row_rank + keep(value);
        add(keep(kHinge ? all(1.0) + value : all(1.0) - value), rank + j);
      });
  rank[r.row] += sum(row_rank);
}

template <bool kHinge, bool kWide>
void add_slopes(const PairDocuments& d, PairRow r, double* gradient, double* hessian) {
  const Step<kHinge, kWide> step(d, r.row);
  const Doubles row_slope = all(d.slope[r.row]);
  const Doubles steepness = all(d.steepness);
  Doubles row_gradient = all(0);
  Doubles row_hessian = all(0);
  for_lanes(
      r, [&](std::size_t j, auto keep) __attribute__((always_inline)) {
        const Doubles slope = load(d.slope + j);
        const Doubles both = kHinge ? row_slope + slope : row_slope - slope;
        const Doubles t = keep(both * (step.fall(j) * steepness));
        const Doubles curvature = absolute(t) * steepness;
        row_gradient = row_gradient + t;
        row_hessian = row_hessian + curvature;
        add(t, gradient + j);
        add(curvature, hessian + j);
      });
  gradient[r.row] -= sum(row_gradient);
  hessian[r.row] += sum(row_hessian);
}

void sigmoid_ranks(const PairDocuments& d, PairRow r, double* rank) {
  d.wide ? add_ranks<false, true>(d, r, rank) : add_ranks<false, false>(d, r, rank);
}
void sigmoid_slopes(const PairDocuments& d, PairRow r, double* gradient, double* hessian) {
  d.wide ? add_slopes<false, true>(d, r, gradient, hessian)
         : add_slopes<false, false>(d, r, gradient, hessian);
}
void smooth_hinge_ranks(const PairDocuments& d, PairRow r, double* rank) {
  d.wide ? add_ranks<true, true>(d, r, rank) : add_ranks<true, false>(d, r, rank);
}
void smooth_hinge_slopes(const PairDocuments& d, PairRow r, double* gradient, double* hessian) {
  d.wide ? add_slopes<true, true>(d, r, gradient, hessian)
         : add_slopes<true, false>(d, r, gradient, hessian);
}

void count_above(const double* scores, std::size_t count, double* above) {
  // Two vectors at a time, so that one need not wait for the other's adds.
  for (std::size_t i = 0; i < count; i += 2 * kLanes) {
    const bool both = i + kLanes < count;
    const Doubles first = load(scores + i);
    const Doubles second = both ? load(scores + i + kLanes) : first;
    Doubles above_first = all(0);
    Doubles above_second = all(0);
    for (std::size_t j = 0; j < count; ++j) {
      const Doubles other = all(scores[j]);
      above_first = above_first + select(first < other, all(1.0), all(0));
      above_second = above_second + select(second < other, all(1.0), all(0));
    }
    store(above_first, above + i);
    if (both) store(above_second, above + i + kLanes);
  }
}

void exponentials(double* x, std::size_t count) {
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) store(exp(load(x + i)), x + i);
  if (i == count) return;
  double rest[kLanes] = {};
  __builtin_memcpy(rest, x + i, (count - i) * sizeof(double));
  store(exp(load(rest)), rest);
  __builtin_memcpy(x + i, rest, (count - i) * sizeof(double));
}

}  // namespace gbrank::GBRANK_TARGET
