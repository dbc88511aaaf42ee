#include "busy_stretches.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <limits>

#include <fmt/format.h>

#include "base/parallel.h"
#include "training/process.h"

namespace gbrank::bench {
namespace {

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

volatile std::uint64_t sink = 0;

void arithmetic(std::size_t turns) {
  std::uint64_t x = 1;
  for (std::size_t i = 0; i < turns; ++i) x = (x ^ (x >> 29)) + 0xbf58476d1ce4e5b9;
  sink = x;
}

/// The turns that take so long on this machine.
std::size_t turns_for(Seconds wanted) {
  constexpr std::size_t kTurns = 1'000'000;
  Seconds least{std::numeric_limits<double>::infinity()};
  for (int repeat = 0; repeat < 20; ++repeat) {
    const auto start = Clock::now();
    arithmetic(kTurns);
    least = std::min<Seconds>(least, Clock::now() - start);
  }
  return static_cast<std::size_t>(static_cast<double>(kTurns) * (wanted / least));
}

}  // namespace

void print_busy_stretches() {
  // Stretches of pieces that two threads share, so long on two threads that nobody disturbs.
  constexpr Seconds kPiece{20e-6};
  constexpr double kStretches[] = {0.2e-3, 1e-3, 10e-3, 500e-3};
  constexpr double kWhole = 0.5;
  constexpr int kRepeats = 5;
  const std::size_t turns = turns_for(kPiece);
  fmt::print("{:<44}", "times as long beside another process");
  for (const double stretch : kStretches) fmt::print("{:>12}", fmt::format("{} ms", 1e3 * stretch));
  fmt::print("\n{:<44}", "arithmetic, two threads, in stretches of");
  for (const double stretch : kStretches) {
    const auto pieces = static_cast<std::size_t>(2 * stretch / kPiece.count());
    const auto run = [&] {
      const auto start = Clock::now();
      for (int s = 0; s < static_cast<int>(kWhole / stretch); ++s) {
        parallel_shares(2, pieces, [&](std::size_t, int) { arithmetic(turns); });
      }
      return Seconds(Clock::now() - start).count();
    };
    double alone = std::numeric_limits<double>::infinity();
    double busy = alone;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      alone = std::min(alone, run());
      const Spinner spinner;
      busy = std::min(busy, run());
    }
    fmt::print("{:>12.2f}", busy / alone);
    std::fflush(stdout);
  }
  fmt::print("\n");
}

}  // namespace gbrank::bench
