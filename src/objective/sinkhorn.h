#pragma once

#include <cstddef>
#include <span>

#include "base/arena.h"

namespace gbrank {

/// Sinkhorn scaling (Taylor et al. 2008, section 3.2) of a matrix p of n documents by n ranks: each
/// round divides every column by its sum, then every row by its own, so that in the end about one
/// document stands at each rank. What comes out is u_j p_j(r) v_r, so that two vectors a round are
/// all there is to remember, forward and backward:
///   v^t_r = 1 / sum over j of u^(t-1)_j p_j(r),  u^t_j = 1 / sum over r of p_j(r) v^t_r,  u^0 = 1.
/// A column that nobody stands in, with a sum below 1e-280, stays as empty: v = 0.
class Sinkhorn {
 public:
  /// `p` holds n rows of n; it must stay. At least one round.
  Sinkhorn(std::span<const double> p, std::size_t n, std::size_t rounds, int threads,
           Arena& memory);

  /// sum over j and r of gain(j) discount(r) u_j p_j(r) v_r. To be called once.
  double total(std::span<const double> gain, std::span<const double> discount);

  /// After total(): its derivatives by p_j(r), r = 0 to n - 1.
  void write_slopes(std::size_t j, std::span<double> slopes) const;

 private:
  std::span<double> round_of(std::span<double> vectors, std::size_t t) const {
    return vectors.subspan(t * n_, n_);
  }
  /// to(j) = sum over r of p_j(r) x(r).
  void times(std::span<const double> x, std::span<double> to) const;
  /// Adds to each to(r) the sum over j of x(j) p_j(r).
  void add_transposed_times(std::span<const double> x, std::span<double> to) const;

  std::span<const double> p_;
  std::size_t n_;
  std::size_t rounds_;
  int threads_;
  std::span<double> u_;             // rounds 0 to T
  std::span<double> v_;             // rounds 1 to T, v^t at t - 1; and so on
  std::span<double> row_slope_;     // d total / d (1 / u^t)
  std::span<double> column_slope_;  // d total / d (1 / v^t)
  std::span<double> gain_;          // gain(j) u^T_j
  std::span<double> discount_;      // discount(r) v^T_r
};

}  // namespace gbrank
