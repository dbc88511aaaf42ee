#include <algorithm>
#include <cmath>

#include "objective/rank_distribution.h"

namespace gbrank {
namespace {

/// With F(r) = Phi(z_r), z_r = (r + 1/2 - mu) / sd, r = 0 to n - 2, the chance of a rank is
/// F(r) - F(r - 1), F being 0 before the first rank and 1 from the last one on. By parts,
///   expected = value(0) + sum over r of W(r) (1 - F(r)),  W(r) = value(r + 1) - value(r),
/// so that d expected / d mu = sum W(r) phi(z_r) / sd, d expected / d sd = sum W(r) phi(z_r) z_r /
/// sd, and mu and sd^2 have the slopes 1 and 1 - 2 pi_i by pi_i.
///
/// Only the ranks with |z| <= reach are looked at. They also keep sd away from 0: the variance of a
/// whole number of mean mu is at least f (1 - f), f being the fraction of mu, so ranks halfway to
/// the next are far out of reach unless sd > 0.49 / reach. With less, the rank is certain and there
/// is no slope.
class NormalRanks : public RankDistribution {
 public:
  NormalRanks(const Contests& contests, Arena& memory)
      : RankDistribution(contests, memory),
        reach_(contests.far_tails ? 37 : 7.5),
        z_(memory.take<double>(contests.x.size())),
        tail_(memory.take<double>(contests.x.size())),
        height_(memory.take<double>(contests.x.size())) {}

  void turn_to(std::size_t j) override {
    const MeanAndVariance wins = meet(j);
    sd_ = std::sqrt(std::max(0.0, wins.variance));
    // The ranks in reach, none where the loss looks no more.
    const auto steps = static_cast<double>(std::min(contests_.ranks, contests_.x.size() - 1));
    const auto rank = [&](double r) {
      return static_cast<std::size_t>(std::clamp(std::ceil(r), 0.0, steps));
    };
    begin_ = rank(wins.mean - 0.5 - reach_ * sd_);
    end_ = rank(wins.mean - 0.5 + reach_ * sd_);
    for (std::size_t r = begin_; r < end_; ++r) {
      z_[r - begin_] = (static_cast<double>(r) + 0.5 - wins.mean) / sd_;
      tail_[r - begin_] = -std::abs(z_[r - begin_]);
    }
    contests_.kernels->contests(tail_.data(), end_ - begin_, 0, reach_, tail_.data(),
                                height_.data());
  }

  void write(std::span<double> p) const override {
    std::ranges::fill(p, 0.0);
    // Differences of tails on the same side, so that small chances are as exact as large ones.
    double before = 0;
    bool before_left = true;
    for (std::size_t r = begin_; r < std::min(end_ + 1, p.size()); ++r) {
      const bool inside = r < end_;
      const double tail = inside ? tail_[r - begin_] : 0;
      const bool left = inside && z_[r - begin_] < 0;
      p[r] = left ? tail - before : before_left ? (1 - tail) - before : before - tail;
      before = tail;
      before_left = left;
    }
  }

  double expected(std::span<const double> value) const override {
    double sum = value[begin_];
    for (std::size_t r = begin_; r < end_; ++r) {
      const double tail = tail_[r - begin_];
      sum += (value[r + 1] - value[r]) * (z_[r - begin_] < 0 ? 1 - tail : tail);
    }
    return sum;
  }

  void send_back(std::span<const double> value, double scale, double* gradient,
                 double* hessian) override {
    if (begin_ == end_) return;
    double by_mean = 0;
    double by_sd = 0;
    for (std::size_t r = begin_; r < end_; ++r) {
      const double force = (value[r + 1] - value[r]) * height_[r - begin_];
      by_mean += force;
      by_sd += force * z_[r - begin_];
    }
    by_mean *= scale / sd_;
    const double by_variance = by_sd * scale / (2 * sd_ * sd_);
    for (std::size_t i = 0; i < slope_.size(); ++i) {
      slope_[i] = by_mean + by_variance * (1 - 2 * chance_[i]);
    }
    push(gradient, hessian);
  }

 private:
  double reach_;
  double sd_ = 0;
  // The steps from rank r to r + 1 that are in reach.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::span<double> z_;
  std::span<double> tail_;    // Phi(-|z|)
  std::span<double> height_;  // phi(z)
};

}  // namespace

std::unique_ptr<RankDistribution> normal_ranks(const Contests& contests, Arena& memory) {
  return std::make_unique<NormalRanks>(contests, memory);
}

}  // namespace gbrank
