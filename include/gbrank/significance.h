#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gbrank {

/// Two rankings of the same queries in one metric: what the differences b - a say. Queries that do
/// not count for a or for b (NaN) are left out.
struct PairedComparison {
  std::size_t queries = 0;
  double mean_a = 0;
  double mean_b = 0;
  double difference = 0;  // of the means
  /// Where the difference over many such queries is, with a confidence of 95%, by Student's t. NaN
  /// for fewer than two queries.
  double low = 0;
  double high = 0;
  /// The paired t-test; two-sided. NaN for fewer than two queries.
  double t = 0;
  double t_p = 0;
  /// Fisher's randomisation test, two-sided: how often the means of rankings that exchange a and b
  /// query by query at random differ as much. No assumption of normality.
  double randomisation_p = 0;
  bool exact = false;      // by all exchanges, not by a sample of them
  std::size_t higher = 0;  // queries in which b is higher, equal, or lower
  std::size_t equal = 0;
  std::size_t lower = 0;
};

struct RandomisationOptions {
  /// Exchanges that are tried. If all there are (2 to the number of queries that differ) are no
  /// more, all are tried, which is exact. The time is in proportion to samples times queries; with
  /// 100,000 a p of 0.05 is known to 0.0014 (two standard errors).
  std::size_t samples = 100000;
  std::uint64_t seed = 42;
  /// 0: every core. The result does not depend on it.
  int threads = 1;
};

/// One value a query in each. Throws Error where the lengths differ or a value is infinite.
PairedComparison compare_paired(std::span<const double> a, std::span<const double> b,
                                const RandomisationOptions& options = {});

/// The mean of one value a query; those of NaN do not count.
struct MeanInterval {
  std::size_t queries = 0;
  double mean = 0;  // NaN without queries
  /// Where the mean over many such queries is, with a confidence of 95%, by Student's t. NaN for
  /// fewer than two queries.
  double low = 0;
  double high = 0;
};

MeanInterval mean_interval(std::span<const double> values);

/// Adjusts the p-values of several tests by Holm's method (1979): calling those below 0.05
/// significant then errs in any of them with a probability of at most 0.05. NaN stays, and does not
/// count as a test.
std::vector<double> holm(std::span<const double> p);

}  // namespace gbrank
