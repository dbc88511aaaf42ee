#include "experiment/step_test.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "base/random.h"

namespace gbrank {
namespace {

constexpr std::size_t kEnough = 100;

/// Queries whose sums are made beforehand, for all choices of their signs.
constexpr std::size_t kGroup = 4;
constexpr std::size_t kChoices = std::size_t{1} << kGroup;

/// Sums of the same numbers in another order differ by rounding; the sums are about 1.
constexpr double kRounding = 1e-10;

/// The queries that some step changes, each step divided by its root sum of squares, which no sign
/// changes.
std::vector<double> scaled(std::span<const double> differences, std::size_t steps) {
  std::vector<double> sizes(steps);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    sizes[i % steps] += differences[i] * differences[i];
  }
  std::vector<double> rows;
  for (std::size_t at = 0; at < differences.size(); at += steps) {
    const std::span<const double> query = differences.subspan(at, steps);
    if (std::ranges::all_of(query, [](double d) { return d == 0; })) continue;
    for (std::size_t s = 0; s < steps; ++s) {
      rows.push_back(query[s] == 0 ? 0 : query[s] / std::sqrt(sizes[s]));
    }
  }
  return rows;
}

/// For each group of queries and each choice of their signs the sum of every step. A set bit is a
/// minus.
std::vector<double> group_sums(std::span<const double> rows, std::size_t steps) {
  const std::size_t queries = rows.size() / steps;
  std::vector<double> sums;
  for (std::size_t first = 0; first < queries; first += kGroup) {
    for (std::size_t signs = 0; signs < kChoices; ++signs) {
      const std::size_t at = sums.size();
      sums.resize(at + steps);
      for (std::size_t q = first; q < std::min(first + kGroup, queries); ++q) {
        const double sign = (signs >> (q - first) & 1) == 0 ? 1 : -1;
        for (std::size_t s = 0; s < steps; ++s) sums[at + s] += sign * rows[q * steps + s];
      }
    }
  }
  return sums;
}

/// The best step's sum over queries, whose signs are random bits.
template <typename Bits>
double best_sum(std::span<const double> groups, std::span<double> sums, Bits&& next_bits) {
  const std::size_t steps = sums.size();
  std::ranges::fill(sums, 0.0);
  std::uint64_t bits = 0;
  const std::size_t count = groups.size() / (kChoices * steps);
  for (std::size_t g = 0; g < count; ++g, bits >>= kGroup) {
    if (g % (64 / kGroup) == 0) bits = next_bits();
    const double* const group = groups.data() + (g * kChoices + bits % kChoices) * steps;
    for (std::size_t s = 0; s < steps; ++s) sums[s] += group[s];
  }
  return std::ranges::max(sums);
}

}  // namespace

double step_test(std::span<const double> differences, std::size_t steps, std::size_t samples,
                 std::uint64_t seed) {
  assert(steps > 0 && differences.size() % steps == 0);
  const std::vector<double> rows = scaled(differences, steps);
  const std::vector<double> groups = group_sums(rows, steps);
  std::vector<double> sums(steps);
  const double observed = best_sum(groups, sums, [] { return std::uint64_t{0}; });
  if (observed <= kRounding) return 1;
  const auto is_as_good = [&](auto&& next_bits) {
    return best_sum(groups, sums, next_bits) >= observed - kRounding;
  };

  const std::size_t changed = rows.size() / steps;
  if (changed < 63 && (std::size_t{1} << changed) <= samples) {
    const std::size_t all = std::size_t{1} << changed;
    std::size_t found = 0;
    for (std::size_t bits = 0; bits < all; ++bits) found += is_as_good([&] { return bits; });
    return static_cast<double>(found) / static_cast<double>(all);
  }
  std::size_t found = 0;
  for (std::size_t sample = 1; sample <= samples; ++sample) {
    Random random(random_key(seed, sample));
    found += is_as_good([&] { return random.next(); });
    if (found == kEnough) return static_cast<double>(found) / static_cast<double>(sample);
  }
  // What was observed is one of the choices of signs, too: no p is 0.
  return static_cast<double>(found + 1) / static_cast<double>(samples + 1);
}

}  // namespace gbrank
