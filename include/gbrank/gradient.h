#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gbrank/fit.h"

namespace gbrank {

/// How exponentials are computed: both agree to about 1e-14 of the value.
enum class Arithmetic {
  kExact,  // obvious code with the standard library's functions, to compare with
  kFast,   // vector code, what fit uses
};

/// An objective, and the round of a fit in which it is looked at.
struct GradientOptions {
  std::string objective = FitOptions{}.objective;
  OptionTexts objective_options;
  /// From 1; schedules look at it and at the planned trees.
  int round = 1;
  int trees = FitOptions{}.trees;
  std::vector<double> query_weights;  // as in FitOptions
  std::uint64_t seed = FitOptions{}.seed;
  Arithmetic arithmetic = Arithmetic::kExact;
  /// 0: every core. Nothing depends on it.
  int threads = 0;
};

/// What a fit with the same options and seed sees in that round, at these scores.
struct ObjectiveGradient {
  // One a row.
  std::vector<double> scores;
  std::vector<double> gradient;  // of the loss, by the row's score; times the query's weight
  std::vector<double> hessian;   // a curvature >= 0, times the query's weight
  std::vector<double> losses;    // one a query, times its weight
  std::vector<double> traces;    // as in RoundReport
};

/// Throws OptionError for the first option out of its range, Error for an unknown one.
void check_options(const GradientOptions& options);

/// Without scores, where training starts. Throws Error as check_options does, and for scores,
/// weights or labels that the objective cannot take.
ObjectiveGradient gradient_of(const JudgedLists& lists, std::span<const double> scores,
                              const GradientOptions& options);

}  // namespace gbrank
