#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gbrank/ensemble.h"
#include "gbrank/metrics.h"

#include "experiment/directions.h"

namespace gbrank {

/// How the metrics of a model change along directions (Yue and Burges 2007, "The empirical
/// optimality of LambdaRank", did this with the weights of neural nets).
struct LandscapeOptions {
  std::vector<Direction> directions;
  /// Steps t go from -range to range, so many on either side of 0. A metric of rankings is
  /// piecewise constant in t with a jump wherever two documents change places; a grid sees its
  /// course, not each jump.
  double range = 1;
  std::size_t steps = 20;
  std::vector<Metric> metrics;  // of rankings: no rmse
  Convention convention;
  /// Of random directions and of the tests.
  std::uint64_t seed = 1;
  /// Of each test (step_test.h). With Holm's correction no p is below directions / samples, so
  /// there are 20 a direction at least.
  std::size_t samples = 100000;
  /// 0: every core. The result does not depend on it.
  int threads = 1;
};

/// Throws OptionError.
void check_options(const LandscapeOptions& options);

/// A metric along one direction.
struct Curve {
  std::vector<double> values;  // the mean over queries at each step
  double best_t = 0;           // the smallest of the best steps; 0 where none is better
  double gain = 0;             // the best step's mean less that of the model as it is
  std::size_t higher = 0;      // queries that the best step raises
  std::size_t lower = 0;
  bool is_flat = false;  // no step changes any query
  // Of step_test, and adjusted for the number of directions: that some step raises the metric, and
  // that some step lowers it.
  double p_raise = 1;
  double p_raise_holm = 1;
  double p_fall = 1;
  double p_fall_holm = 1;
};

struct MetricLandscape {
  Metric metric;
  double value = 0;           // of the model as it is; NaN when no query counts
  std::size_t queries = 0;    // that count
  std::vector<Curve> curves;  // one a direction
};

struct Landscape {
  std::vector<Direction> directions;
  std::vector<double> steps;  // ascending, with 0 in the middle
  std::vector<MetricLandscape> metrics;
};

/// The level at which a change is more than chance.
inline constexpr double kChangeLevel = 0.05;

inline bool is_raise(const Curve& curve) { return curve.p_raise_holm < kChangeLevel; }
inline bool is_fall(const Curve& curve) { return curve.p_fall_holm < kChangeLevel; }

/// Whether a model is a local optimum of a metric along some directions.
enum class LocalOptimum {
  kNo,         // a step along one of them raises it by more than chance
  kYes,        // none does, and a step along one of them lowers it by more than chance
  kUndecided,  // neither: steps too short or queries too few
};

/// From the numbers of directions that is_raise and is_fall are true of.
constexpr LocalOptimum local_optimum(std::size_t raises, std::size_t falls) {
  return raises > 0 ? LocalOptimum::kNo : falls > 0 ? LocalOptimum::kYes : LocalOptimum::kUndecided;
}

/// `leaves`: the leaf of each row in each tree (Predictor::leaves), row after row. Throws Error for
/// labels that a metric cannot take.
Landscape study_landscape(const Ensemble& ensemble, std::span<const std::uint32_t> leaves,
                          const JudgedLists& lists, const LandscapeOptions& options);

}  // namespace gbrank
