#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"
#include "objective/kernels/kernels.h"

using namespace gbrank;

namespace {

std::vector<double> random_numbers(Random& random, std::size_t count, double least, double most) {
  std::vector<double> numbers(count);
  for (double& x : numbers) x = least + (most - least) * random.uniform();
  return numbers;
}

/// Of numbers of the size of 1 or less.
void check_close(std::span<const double> a, std::span<const double> b) {
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(std::abs(a[i] - b[i]) < 1e-13);
}

/// A kernel's output by every table: the fast ones have the same bits, and the exact one is near.
template <typename Run>
void compare_tables(const Run& run) {
  const std::vector<double> exact = run(exact_kernels());
  const std::vector<double> fast = run(fastest_kernels());
  check_close(fast, exact);
  for (const Kernels* kernels : all_kernels().subspan(1)) {
    CAPTURE(kernels->name);
    CHECK(run(*kernels) == fast);
  }
}

}  // namespace

TEST_CASE("softndcg kernels: chances are right to 1e-12 of themselves, far into the tail") {
  const std::size_t count = 40001;
  std::vector<double> x(count + kSpareElements);
  for (std::size_t i = 0; i < count; ++i) x[i] = -40 + 80.0 * static_cast<double>(i) / (count - 1);
  std::vector<double> chance(x.size());
  std::vector<double> density(x.size());
  for (const Kernels* kernels : all_kernels()) {
    CAPTURE(kernels->name);
    kernels->contests(x.data(), count, 0.125, 37, chance.data(), density.data());
    double worst = 0;
    double worst_density = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double at = x[i] - 0.125;
      if (std::abs(at) > 37) {
        CHECK(chance[i] == (at > 0 ? 1 : 0));
        CHECK(density[i] == 0);
        continue;
      }
      const double expected = 0.5 * std::erfc(-at / std::numbers::sqrt2);
      worst = std::max(worst, std::abs(chance[i] - expected) / expected);
      const double bell = std::exp(-0.5 * at * at) / std::sqrt(2 * std::numbers::pi);
      worst_density = std::max(worst_density, std::abs(density[i] - bell) / bell);
    }
    CHECK(worst < 1e-12);
    CHECK(worst_density < 1e-12);
  }
}

TEST_CASE("softndcg kernels: every table has the chances and moments of the exact one") {
  Random random(1);
  for (const std::size_t count : {1U, 7U, 8U, 9U, 100U}) {
    std::vector<double> x = random_numbers(random, count + kSpareElements, -9, 9);
    compare_tables([&](const Kernels& kernels) {
      std::vector<double> chance(x.size());
      std::vector<double> density(x.size());
      const MeanAndVariance wins =
          kernels.contests(x.data(), count, x[0], 7, chance.data(), density.data());
      chance.resize(count);
      chance.insert(chance.end(), density.begin(),
                    density.begin() + static_cast<std::ptrdiff_t>(count));
      chance.push_back(wins.mean / static_cast<double>(count));
      chance.push_back(wins.variance / static_cast<double>(count));
      return chance;
    });
  }
}

TEST_CASE("softndcg kernels: every table has the passes of the exact one") {
  Random random(2);
  const std::size_t groups = 2;
  const std::vector<double> chance = random_numbers(random, groups * kGroupContests, 0, 1);
  const auto taps_by = [&](const Kernels& kernels) {
    std::vector<double> taps(groups * kGroupTaps);
    kernels.block_taps(chance.data(), groups, taps.data());
    return taps;
  };
  compare_tables(taps_by);
  const std::vector<double> taps = taps_by(exact_kernels());
  for (std::size_t b = 0; b < kGroupBlocks; ++b) {
    double sum = 0;
    for (std::size_t w = 0; w <= kBlockContests; ++w) sum += taps[w * kGroupBlocks + b];
    CHECK(sum == doctest::Approx(1).epsilon(1e-14));
  }

  for (const std::size_t vectors : {1U, 2U, 5U}) {
    // A vector of zeros on either side of p; W has numbers one vector further.
    std::vector<double> from((vectors + 2) * 8);
    for (std::size_t r = 8; r < 8 + vectors * 8; ++r) from[r] = random.uniform();
    const std::vector<double> value = random_numbers(random, (vectors + 1) * 8, -0.1, 0.1);
    const std::size_t block = kGroupTaps + 3;
    compare_tables([&](const Kernels& kernels) {
      std::vector<double> to((vectors + 1) * 8);
      kernels.block_forward(&taps[block], &from[8], vectors + 1, to.data());
      return to;
    });
    compare_tables([&](const Kernels& kernels) {
      std::vector<double> back = value;
      std::vector<double> overlap(kGroupContests);
      kernels.block_backward(&taps[block], &from[8], vectors, back.data(), &overlap[3]);
      back.insert(back.end(), overlap.begin(), overlap.end());
      return back;
    });
  }

  const std::vector<double> overlap = random_numbers(random, groups * kGroupContests, -1, 1);
  compare_tables([&](const Kernels& kernels) {
    std::vector<double> slope(groups * kGroupContests);
    kernels.block_slopes(chance.data(), overlap.data(), groups, slope.data());
    return slope;
  });
}

TEST_CASE("softndcg kernels: every table has the forces of the exact one") {
  Random random(3);
  for (const std::size_t count : {1U, 8U, 13U}) {
    const std::vector<double> slope = random_numbers(random, count + kSpareElements, -0.1, 0.1);
    const std::vector<double> density = random_numbers(random, count + kSpareElements, 0, 0.4);
    compare_tables([&](const Kernels& kernels) {
      std::vector<double> gradient(count + kSpareElements, 0.5);
      std::vector<double> hessian(count + kSpareElements, 0.5);
      kernels.contest_forces(slope.data(), density.data(), 0.7, count / 2, count, gradient.data(),
                             hessian.data());
      gradient.resize(count);
      gradient.insert(gradient.end(), hessian.begin(),
                      hessian.begin() + static_cast<std::ptrdiff_t>(count));
      return gradient;
    });
  }
}
