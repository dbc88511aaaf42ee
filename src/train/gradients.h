#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gbrank/dataset.h"

#include "objective/objective.h"

namespace gbrank {

/// Gradient and hessian of every row, and the memory to compute them in.
class GradientLoop {
 public:
  GradientLoop(const Dataset& data, const Objective& objective, int threads);

  /// Differentiates these queries at these scores, in parallel; rows of other queries are left as
  /// they are. Returns the sum of their losses, in the order of the queries.
  double run(std::span<const std::uint32_t> queries, std::span<const double> scores,
             const Round& round);

  std::span<double> gradient() { return gradient_; }
  std::span<double> hessian() { return hessian_; }

 private:
  const Dataset& data_;
  const Objective& objective_;
  int threads_;
  std::vector<double> gradient_;
  std::vector<double> hessian_;
  std::vector<double> losses_;
  std::vector<Scratch> scratch_;
};

}  // namespace gbrank
