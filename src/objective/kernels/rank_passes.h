// The loops of softndcg, eight numbers at a time; see vector.h for how this is compiled.

#include "objective/kernels/kernels.h"

namespace gbrank::GBRANK_TARGET {

MeanAndVariance contests(const double* score, std::size_t count, double against, double reach,
                         double* chance, double* density) {
  constexpr double kInverseRootTwoPi = 0x1.9884533d43651p-2;
  Doubles mean = all(0);
  Doubles variance = all(0);
  for_lanes(
      {0, 0, count}, [&](std::size_t i, auto keep) __attribute__((always_inline)) {
        const Doubles x = load(score + i) - all(against);
        const Doubles distance = smaller(absolute(x), all(reach));
        const Words certain = all(reach) < absolute(x);
        const Doubles bell = exp((distance * distance) * all(-0.5));
        const Doubles tail = select(certain, all(0), gaussian_tail(distance, bell));
        const Doubles wins = select(all(0) < x, all(1.0) - tail, tail);
        store(wins, chance + i);
        store(select(certain, all(0), bell * all(kInverseRootTwoPi)), density + i);
        mean = mean + keep(wins);
        variance = variance + keep(tail * (all(1.0) - tail));
      });
  return {sum(mean), sum(variance)};
}

/// One more contest: wins(0), ..., wins(count) become wins(0), ..., wins(count + 1).
GBRANK_INLINE void add_contest(Doubles chance, std::size_t count, Doubles* wins) {
  const Doubles loss = all(1.0) - chance;
  wins[count + 1] = chance * wins[count];
  for (std::size_t w = count; w > 0; --w) wins[w] = loss * wins[w] + chance * wins[w - 1];
  wins[0] = loss * wins[0];
}

void block_taps(const double* chance, std::size_t groups, double* taps) {
  for (; groups > 0; --groups, chance += kGroupContests, taps += kGroupTaps) {
    Doubles wins[kBlockContests + 1];
    wins[0] = all(1.0);
    for (std::size_t c = 0; c < kBlockContests; ++c) add_contest(load(chance + 8 * c), c, wins);
    for (std::size_t w = 0; w <= kBlockContests; ++w) store(wins[w], taps + 8 * w);
  }
}

void block_forward(const double* taps, const double* from, std::size_t vectors, double* to) {
  for (std::size_t r = 0; r < vectors * kLanes; r += kLanes) {
    const double* at = from + r;
    // Two chains of additions, so that one does not wait for the other.
    Doubles even = all(taps[0]) * load(at);
    Doubles odd = all(taps[8]) * load(at - 1);
    even = even + all(taps[16]) * load(at - 2);
    odd = odd + all(taps[24]) * load(at - 3);
    even = even + all(taps[32]) * load(at - 4);
    odd = odd + all(taps[40]) * load(at - 5);
    even = even + all(taps[48]) * load(at - 6);
    odd = odd + all(taps[56]) * load(at - 7);
    even = even + all(taps[64]) * load(at - 8);
    store(even + odd, to + r);
  }
}

/// Overlaps of four neighbouring shifts: more accumulators than that do not fit the registers of
/// most machines.
template <std::size_t kFirst>
GBRANK_INLINE void four_overlaps(const double* from, std::size_t vectors, const double* value,
                                 double* overlap) {
  Doubles sums[4] = {all(0), all(0), all(0), all(0)};
  for (std::size_t r = 0; r < vectors * kLanes; r += kLanes) {
    const Doubles p = load(from + r);
    for (std::size_t w = 0; w < 4; ++w) sums[w] = sums[w] + p * load(value + r + kFirst + w);
  }
  for (std::size_t w = 0; w < 4; ++w) overlap[8 * (kFirst + w)] = sum(sums[w]);
}

void block_backward(const double* taps, const double* from, std::size_t vectors, double* value,
                    double* overlap) {
  four_overlaps<0>(from, vectors, value, overlap);
  four_overlaps<4>(from, vectors, value, overlap);
  for (std::size_t r = 0; r < vectors * kLanes; r += kLanes) {
    const double* at = value + r;
    Doubles even = all(taps[0]) * load(at);
    Doubles odd = all(taps[8]) * load(at + 1);
    even = even + all(taps[16]) * load(at + 2);
    odd = odd + all(taps[24]) * load(at + 3);
    even = even + all(taps[32]) * load(at + 4);
    odd = odd + all(taps[40]) * load(at + 5);
    even = even + all(taps[48]) * load(at + 6);
    odd = odd + all(taps[56]) * load(at + 7);
    even = even + all(taps[64]) * load(at + 8);
    store(even + odd, value + r);
  }
}

void block_slopes(const double* chance, const double* overlap, std::size_t groups, double* slope) {
  for (; groups > 0; --groups) {
    // The passes of rank_distribution.h once more, within the blocks: wins of the contests before
    // each one forward, values backward.
    Doubles before[kBlockContests][kBlockContests + 1];
    before[0][0] = all(1.0);
    for (std::size_t c = 0; c + 1 < kBlockContests; ++c) {
      for (std::size_t w = 0; w <= c; ++w) before[c + 1][w] = before[c][w];
      add_contest(load(chance + 8 * c), c, before[c + 1]);
    }
    Doubles value[kBlockContests];
    for (std::size_t w = 0; w < kBlockContests; ++w) value[w] = load(overlap + 8 * w);
    for (std::size_t c = kBlockContests; c-- > 0;) {
      Doubles total = before[c][0] * value[0];
      for (std::size_t w = 1; w <= c; ++w) total = total + before[c][w] * value[w];
      store(total, slope + 8 * c);
      const Doubles wins = load(chance + 8 * c);
      const Doubles loses = all(1.0) - wins;
      for (std::size_t w = 0; w < c; ++w) value[w] = wins * value[w + 1] + loses * value[w];
    }
    chance += kGroupContests;
    overlap += kGroupContests;
    slope += kGroupContests;
  }
}

void contest_forces(const double* slope, const double* density, double steepness, std::size_t row,
                    std::size_t count, double* gradient, double* hessian) {
  Doubles row_gradient = all(0);
  Doubles row_hessian = all(0);
  for_lanes(
      {0, 0, count}, [&](std::size_t i, auto keep) __attribute__((always_inline)) {
        const Doubles t = keep((load(slope + i) * load(density + i)) * all(steepness));
        const Doubles curvature = absolute(t) * all(steepness);
        row_gradient = row_gradient + t;
        row_hessian = row_hessian + curvature;
        add(t, gradient + i);
        add(curvature, hessian + i);
      });
  gradient[row] -= sum(row_gradient);
  hessian[row] += sum(row_hessian);
}

}  // namespace gbrank::GBRANK_TARGET
