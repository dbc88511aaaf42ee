#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "objective/rank_distribution.h"

namespace gbrank {
namespace {

constexpr std::size_t kVector = kBlockContests;  // ranks

/// The distribution after contests 1 to i is p^(i)(r) = pi_i p^(i-1)(r - 1) + (1 - pi_i) p^(i-1)(r)
/// (eq. 12). The paper takes its derivatives through a recursion of their own, O(n^2) for each of
/// the n^2 pairs. Here values go backward instead: with V^(n) = value and
///   V^(i-1)(r) = pi_i V^(i)(r + 1) + (1 - pi_i) V^(i)(r),
///   d expected / d pi_i = sum over r of p^(i-1)(r) W^(i)(r),  W(r) = V(r + 1) - V(r),
/// and W follows the recursion of V. That is O(n) a contest.
///
/// Eight contests are one step, by the distribution of their number of wins: p is stored once a
/// block, and what a block's contests need of the ranks is eight numbers,
/// overlap(w) = sum over r of p(r) W(r + w), p before the block and W behind it.
///
/// p is kept in vectors of eight ranks, from the first to the last that has more than `smallest`
/// somewhere. It rises up to its mode and falls beyond, which is less than 1 away from its mean
/// (Darroch 1964), and so does what is left of it; a vector whose inner end has less can go whole.
/// A block lets at most one vector in at either end, so all that goes is at most
/// 2 (n + 7) smallest, 2e-14 for 10,000 documents: the error of expected() for values up to 1. A
/// slope loses that over the contest's smaller chance, and a force, for density <= 7.2 times that
/// chance where contests are not certain, loses 7.2 times that over sigma sqrt 2.
class BinomialRanks : public RankDistribution {
 public:
  BinomialRanks(const Contests& contests, Arena& memory)
      : RankDistribution(contests, memory), smallest_(contests.far_tails ? 1e-290 : 1e-18) {
    const std::size_t n = contests.x.size();
    const std::size_t most_blocks = (n - 1 + kBlockContests - 1) / kBlockContests;
    // For n contests: sort_out_contests writes the document's own behind the last one.
    const std::size_t groups = (n + kGroupContests - 1) / kGroupContests;
    // By Hoeffding's inequality p(r) is below `smallest` beyond mean +- reach.
    const double reach = std::sqrt(-0.5 * static_cast<double>(n - 1) * std::log(smallest_));
    capacity_ = std::min({static_cast<std::size_t>(2 * reach) / kVector + 5, most_blocks + 1,
                          (contests.ranks + kVector - 1) / kVector});
    opponent_ = memory.take<std::uint32_t>(n);
    block_chance_ = memory.take<double>(groups * kGroupContests);
    overlap_ = memory.take<double>(groups * kGroupContests);
    block_slope_ = memory.take<double>(groups * kGroupContests);
    taps_ = memory.take<double>(groups * kGroupTaps);
    value_ = memory.take<double>((most_blocks + 2) * kVector);
    row_first_ = memory.take<std::uint32_t>(most_blocks + 1);
    row_begin_ = memory.take<std::size_t>(most_blocks + 1);
    row_vectors_ = memory.take<std::uint32_t>(most_blocks + 1);
    rows_ = memory.take<double>((most_blocks + 1) * row_stride());
  }

  void turn_to(std::size_t j) override {
    meet(j);
    sort_out_contests();
    blocks_ = (uncertain_ + kBlockContests - 1) / kBlockContests;
    beyond_ = certain_ >= contests_.ranks;
    if (beyond_) return;
    const std::size_t ranks = std::min(contests_.ranks - certain_, uncertain_ + 1);
    const std::size_t vectors = (ranks + kVector - 1) / kVector;
    contests_.kernels->block_taps(block_chance_.data(), groups(), taps_.data());

    set_row(0, 0, 1);
    std::fill_n(row(0) - kVector, 3 * kVector, 0.0);
    *row(0) = 1;
    double mean = 0;
    for (std::size_t b = 0; b < blocks_ && !beyond_; ++b) {
      set_row(b + 1, row_first_[b],
              std::min<std::size_t>(row_vectors_[b] + 1, vectors - row_first_[b]));
      assert(row_vectors_[b + 1] <= capacity_);
      contests_.kernels->block_forward(taps_of(b), row(b), row_vectors_[b + 1], row(b + 1));
      std::fill_n(row(b + 1) - kVector, kVector, 0.0);
      std::fill_n(row(b + 1) + row_vectors_[b + 1] * kVector, kVector, 0.0);
      for (std::size_t c = 0; c < kBlockContests; ++c) {
        mean += block_chance_[slot(b * kBlockContests + c)];
      }
      trim(b + 1, mean);
      // Every rank that counts has been left behind.
      beyond_ = row_vectors_[b + 1] == 0;
    }
  }

  void write(std::span<double> p) const override {
    std::ranges::fill(p, 0.0);
    if (beyond_) return;
    const std::size_t begin = first_rank();
    std::copy_n(row(blocks_), std::min(kept_ranks(), p.size() - begin), &p[begin]);
  }

  double expected(std::span<const double> value) const override {
    if (beyond_) return 0;
    double sum = 0;
    const std::size_t ranks = std::min(kept_ranks(), contests_.ranks - first_rank());
    for (std::size_t r = 0; r < ranks; ++r) sum += row(blocks_)[r] * value[first_rank() + r];
    return sum;
  }

  void send_back(std::span<const double> value, double scale, double* gradient,
                 double* hessian) override {
    if (beyond_ || uncertain_ == 0) return;
    std::ranges::fill(value_, 0.0);
    const std::size_t begin = row_first_[blocks_] * kVector;
    // Nobody is at the last rank before the last contest.
    const std::size_t end = std::min(uncertain_, begin + row_vectors_[blocks_] * kVector);
    for (std::size_t r = begin; r < end; ++r) {
      value_[r] = scale * (value[certain_ + r + 1] - value[certain_ + r]);
    }
    for (std::size_t b = blocks_; b-- > 0;) {
      contests_.kernels->block_backward(taps_of(b), row(b), row_vectors_[b],
                                        &value_[row_first_[b] * kVector],
                                        &overlap_[slot(b * kBlockContests)]);
      for (std::size_t v = row_first_[b] + row_vectors_[b];
           v < row_first_[b + 1] + row_vectors_[b + 1]; ++v) {
        std::fill_n(&value_[v * kVector], kVector, 0.0);
      }
    }
    contests_.kernels->block_slopes(block_chance_.data(), overlap_.data(), groups(),
                                    block_slope_.data());
    std::ranges::fill(slope_, 0.0);
    for (std::size_t c = 0; c < uncertain_; ++c) slope_[opponent_[c]] = block_slope_[slot(c)];
    push(gradient, hessian);
  }

 private:
  /// Where contest c stands among the blocks: contest c % 8 of block c / 8; see kernels.h.
  static std::size_t slot(std::size_t c) {
    return c / kGroupContests * kGroupContests + c % kBlockContests * kGroupBlocks +
           c / kBlockContests % kGroupBlocks;
  }
  std::size_t groups() const { return (blocks_ + kGroupBlocks - 1) / kGroupBlocks; }
  const double* taps_of(std::size_t b) const {
    return &taps_[b / kGroupBlocks * kGroupTaps + b % kGroupBlocks];
  }

  void sort_out_contests() {
    std::size_t uncertain = 0;
    certain_ = 0;
    // Without branches: which contests are certain cannot be foreseen.
    for (std::size_t i = 0; i < chance_.size(); ++i) {
      const double chance = chance_[i];
      opponent_[uncertain] = static_cast<std::uint32_t>(i);
      block_chance_[slot(uncertain)] = chance;
      certain_ += chance == 1;
      uncertain += chance > 0 && chance < 1;
    }
    uncertain_ = uncertain;
    const std::size_t end = (uncertain + kGroupContests - 1) / kGroupContests * kGroupContests;
    for (std::size_t c = uncertain; c < end; ++c) block_chance_[slot(c)] = 0;
  }

  // Row b is p before block b, in vectors of ranks among the uncertain contests, with a vector of
  // zeros on either side.
  std::size_t row_stride() const { return (capacity_ + 2) * kVector; }
  double* row(std::size_t b) const { return &rows_[row_begin_[b]]; }
  void set_row(std::size_t b, std::size_t first, std::size_t vectors) {
    row_first_[b] = static_cast<std::uint32_t>(first);
    row_begin_[b] = b * row_stride() + kVector;
    row_vectors_[b] = static_cast<std::uint32_t>(vectors);
  }

  void trim(std::size_t b, double mean) {
    std::uint32_t& vectors = row_vectors_[b];
    const auto rank = [&](std::size_t r) {
      return static_cast<double>(row_first_[b] * kVector + r);
    };
    while (vectors > 0 && rank(kVector - 1) < mean - 1 && row(b)[kVector - 1] < smallest_) {
      std::fill_n(row(b), kVector, 0.0);
      ++row_first_[b];
      row_begin_[b] += kVector;
      --vectors;
    }
    while (vectors > 0) {
      const std::size_t last = (vectors - 1) * kVector;
      if (!(rank(last) > mean + 1 && row(b)[last] < smallest_)) break;
      std::fill_n(row(b) + last, kVector, 0.0);
      --vectors;
    }
  }

  std::size_t first_rank() const { return certain_ + row_first_[blocks_] * kVector; }
  std::size_t kept_ranks() const {
    return std::min(row_vectors_[blocks_] * kVector,
                    uncertain_ + 1 - row_first_[blocks_] * kVector);
  }

  double smallest_;
  std::size_t capacity_;  // of a row, in vectors
  std::size_t certain_ = 0;
  std::size_t uncertain_ = 0;
  std::size_t blocks_ = 0;
  bool beyond_ = false;  // it stands at no rank that counts
  std::span<std::uint32_t> opponent_;
  std::span<double> block_chance_;
  std::span<double> overlap_;
  std::span<double> block_slope_;
  std::span<double> taps_;
  std::span<double> value_;  // W, by rank among the uncertain contests
  std::span<std::uint32_t> row_first_;
  std::span<std::size_t> row_begin_;
  std::span<std::uint32_t> row_vectors_;
  std::span<double> rows_;
};

}  // namespace

std::unique_ptr<RankDistribution> binomial_ranks(const Contests& contests, Arena& memory) {
  return std::make_unique<BinomialRanks>(contests, memory);
}

}  // namespace gbrank
