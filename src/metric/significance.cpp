#include "gbrank/significance.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/parallel.h"
#include "base/random.h"

namespace gbrank {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Samples of which one thread takes all.
constexpr std::size_t kBlock = 1024;

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

using StudentsT = boost::math::students_t_distribution<double>;

/// Of the mean of at least two values.
double standard_error(std::span<const double> values, double mean) {
  double squares = 0;
  for (const double value : values) squares += std::pow(value - mean, 2);
  const auto n = static_cast<double>(values.size());
  return std::sqrt(squares / (n - 1) / n);
}

/// How far 95% confidence reaches to both sides of a mean.
double reach_of(const StudentsT& distribution, double error) {
  return boost::math::quantile(boost::math::complement(distribution, 0.025)) * error;
}

void test_by_t(std::span<const double> differences, PairedComparison& result) {
  if (differences.size() < 2) {
    result.low = result.high = result.t = result.t_p = kNaN;
    return;
  }
  const double error = standard_error(differences, result.difference);
  const StudentsT distribution(static_cast<double>(differences.size()) - 1);
  const double reach = reach_of(distribution, error);
  result.low = result.difference - reach;
  result.high = result.difference + reach;
  if (error == 0) {
    // All queries differ by the same.
    result.t = result.difference == 0
                   ? 0
                   : std::copysign(std::numeric_limits<double>::infinity(), result.difference);
    result.t_p = result.difference == 0 ? 1 : 0;
    return;
  }
  result.t = result.difference / error;
  result.t_p = 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(result.t)));
}

/// The sum of numbers with signs from random bits, whether or not it matters which bit is which.
template <typename Bits>
double signed_sum(std::span<const double> numbers, Bits&& next_bits) {
  double sum = 0;
  for (std::size_t at = 0; at < numbers.size(); at += 64) {
    std::uint64_t bits = next_bits();
    const std::size_t end = std::min(numbers.size(), at + 64);
    for (std::size_t i = at; i < end; ++i, bits >>= 1) {
      sum += std::bit_cast<double>(std::bit_cast<std::uint64_t>(numbers[i]) ^ (bits << 63));
    }
  }
  return sum;
}

/// Exchanging a and b of a query is changing the sign of its difference.
void test_by_randomisation(std::span<const double> differences, const RandomisationOptions& options,
                           PairedComparison& result) {
  std::vector<double> changed;
  std::ranges::copy_if(differences, std::back_inserter(changed), [](double d) { return d != 0; });
  double observed = 0;
  double size = 0;
  for (const double d : changed) {
    observed += d;
    size += std::abs(d);
  }
  // Sums of the same numbers in another order differ by rounding.
  const double as_much = std::abs(observed) - 1e-12 * size;
  const auto blocks_of = [&](std::size_t count, const auto& is_as_much) {
    std::vector<std::size_t> found((count + kBlock - 1) / kBlock);
    parallel_blocks(resolve_threads(options.threads), count, kBlock,
                    [&](std::size_t begin, std::size_t end, int) {
                      for (std::size_t i = begin; i < end; ++i) {
                        found[begin / kBlock] += is_as_much(i) ? 1U : 0U;
                      }
                    });
    return static_cast<double>(std::accumulate(found.begin(), found.end(), std::size_t{0}));
  };
  result.exact = changed.size() < 63 && (std::size_t{1} << changed.size()) <= options.samples;
  if (result.exact) {
    const std::size_t all = std::size_t{1} << changed.size();
    result.randomisation_p =
        blocks_of(all,
                  [&](std::size_t bits) {
                    return std::abs(signed_sum(changed, [&] { return bits; })) >= as_much;
                  }) /
        static_cast<double>(all);
    return;
  }
  const double found = blocks_of(options.samples, [&](std::size_t sample) {
    Random random(random_key(options.seed, sample));
    return std::abs(signed_sum(changed, [&] { return random.next(); })) >= as_much;
  });
  // What was observed is one of the exchanges, too: no p is 0.
  result.randomisation_p = (found + 1) / (static_cast<double>(options.samples) + 1);
}

}  // namespace

PairedComparison compare_paired(std::span<const double> a, std::span<const double> b,
                                const RandomisationOptions& options) {
  if (a.size() != b.size()) {
    throw Error(fmt::format("found {} and {} queries, expected as many", a.size(), b.size()));
  }
  std::vector<double> of_a;
  std::vector<double> of_b;
  std::vector<double> differences;
  PairedComparison result;
  for (std::size_t q = 0; q < a.size(); ++q) {
    if (std::isinf(a[q]) || std::isinf(b[q])) {
      throw Error(
          fmt::format("query {} has {} and {}, expected finite numbers", q + 1, a[q], b[q]));
    }
    if (std::isnan(a[q]) || std::isnan(b[q])) continue;
    of_a.push_back(a[q]);
    of_b.push_back(b[q]);
    differences.push_back(b[q] - a[q]);
    ++(differences.back() > 0   ? result.higher
       : differences.back() < 0 ? result.lower
                                : result.equal);
  }
  result.queries = differences.size();
  result.mean_a = mean_of(of_a);
  result.mean_b = mean_of(of_b);
  result.difference = mean_of(differences);
  test_by_t(differences, result);
  if (differences.empty()) {
    result.randomisation_p = kNaN;
  } else {
    test_by_randomisation(differences, options, result);
  }
  return result;
}

MeanInterval mean_interval(std::span<const double> values) {
  std::vector<double> counted;
  std::ranges::copy_if(values, std::back_inserter(counted),
                       [](double v) { return !std::isnan(v); });
  MeanInterval result{counted.size(), mean_of(counted), kNaN, kNaN};
  if (counted.size() < 2) return result;
  const double reach = reach_of(StudentsT(static_cast<double>(counted.size()) - 1),
                                standard_error(counted, result.mean));
  result.low = result.mean - reach;
  result.high = result.mean + reach;
  return result;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isnan(p[i])) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
  std::vector<double> adjusted(p.begin(), p.end());
  double most = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    most = std::max(most, std::min(1.0, static_cast<double>(order.size() - i) * p[order[i]]));
    adjusted[order[i]] = most;
  }
  return adjusted;
}

}  // namespace gbrank
