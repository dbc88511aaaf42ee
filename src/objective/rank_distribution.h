#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/arena.h"
#include "objective/kernels/kernels.h"

namespace gbrank {

/// The documents of a query as SoftRank has them (Taylor et al. 2008, section 3): each score is
/// the mean of a Gaussian of deviation sigma, and i beats j with the chance
///   pi_ij = Phi(x_i - x_j),  x = s / (sigma sqrt 2).
struct Contests {
  std::span<const double> x;  // with kSpareElements behind it
  double steepness;           // dx / ds = 1 / (sigma sqrt 2)
  std::size_t ranks;          // how many of them the loss looks at
  /// Whether ranks of tiny probability matter, too: to Sinkhorn scaling, which divides by the sum
  /// of them. Whatever a double holds is kept then.
  bool far_tails;
  const Kernels* kernels;
};

/// Where one document of a query may stand, and what a function of that sends back to the scores.
/// Ranks are from 0: the number of documents that beat it. For one thread; its memory is an
/// arena's.
class RankDistribution {
 public:
  virtual ~RankDistribution() = default;

  /// Works out the distribution of document j.
  virtual void turn_to(std::size_t j) = 0;

  /// p_j(r) for every rank below contests.ranks.
  virtual void write(std::span<double> p) const = 0;

  /// sum over r of p_j(r) value(r). `value` has a number for each document of the list, 0 from
  /// contests.ranks on.
  virtual double expected(std::span<const double> value) const = 0;

  /// Adds the derivatives of scale times expected(value). That is not convex, and its second
  /// derivatives have no sign, so the curvature is a bound on the size of its steps: a contest that
  /// pushes with force t adds |t| / (sigma sqrt 2), as much as a force on the Gaussian's steepest
  /// flank changes. A Newton step then moves a document by at most sigma sqrt 2, the scale on which
  /// contests change.
  virtual void send_back(std::span<const double> value, double scale, double* gradient,
                         double* hessian) = 0;

 protected:
  RankDistribution(const Contests& contests, Arena& memory)
      : contests_(contests),
        chance_(memory.take<double>(contests.x.size())),
        density_(memory.take<double>(contests.x.size())),
        slope_(memory.take<double>(contests.x.size())) {}

  /// All others against document j. A contest whose chance is within 1e-12 of 0 or 1 is certain; it
  /// has no density and so no slope.
  MeanAndVariance meet(std::size_t j) {
    constexpr double kCertain = 7.03448;  // Phi(-7.03448) = 1e-12
    document_ = j;
    MeanAndVariance wins =
        contests_.kernels->contests(contests_.x.data(), contests_.x.size(), contests_.x[j],
                                    kCertain, chance_.data(), density_.data());
    wins.mean -= chance_[j];
    wins.variance -= chance_[j] * (1 - chance_[j]);
    chance_[j] = 0;
    density_[j] = 0;
    return wins;
  }

  /// Turns slope_, the derivatives by each chance, into forces on scores.
  void push(double* gradient, double* hessian) const {
    contests_.kernels->contest_forces(slope_.data(), density_.data(), contests_.steepness,
                                      document_, slope_.size(), gradient, hessian);
  }

  Contests contests_;
  std::size_t document_ = 0;
  std::span<double> chance_;   // pi_ij of document i, 0 for j itself
  std::span<double> density_;  // of the Gaussian where the chance is taken
  std::span<double> slope_;
};

/// The Rank-Binomial: the number of wins in n - 1 independent contests (eq. 11 and 12).
std::unique_ptr<RankDistribution> binomial_ranks(const Contests& contests, Arena& memory);

/// A Gaussian of the same mean and variance (section 3.6), the first and the last rank taking its
/// tails.
std::unique_ptr<RankDistribution> normal_ranks(const Contests& contests, Arena& memory);

}  // namespace gbrank
