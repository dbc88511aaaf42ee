#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/objective.h"

namespace gbrank {

/// Gradient and hessian of every row, and the memory to compute them in.
class GradientLoop {
 public:
  /// The objective has been prepared with these queries. `traces` is how many it writes.
  GradientLoop(const QueryLists& queries, const Objective& objective, std::size_t traces,
               const Kernels& kernels = fastest_kernels());

  /// Differentiates these queries (ascending) at these scores, in parallel, each times its weight;
  /// rows of other queries are left as they are. Returns the sum of their losses, in the order of
  /// the queries.
  double run(std::span<const std::uint32_t> queries, std::span<const double> scores,
             const Round& round);

  /// Each row's hessian becomes the weight of its query.
  void flatten_hessian(std::span<const std::uint32_t> queries);

  std::span<double> gradient() { return gradient_; }
  std::span<double> hessian() { return hessian_; }
  /// Of the last run, one a query that it was given.
  std::span<const double> losses() const { return losses_; }
  /// Of the last run: the mean over the queries that have it, nan where none has.
  std::vector<double> mean_traces() const;

 private:
  void differentiate(std::size_t place, std::size_t query, std::span<const double> scores,
                     const Round& round, Workspace& workspace);
  void schedule(std::span<const std::uint32_t> queries);

  QueryLists lists_;
  const Objective& objective_;
  std::size_t traces_per_query_;
  std::vector<double> gradient_;
  std::vector<double> hessian_;
  std::vector<double> losses_;
  std::vector<double> traces_;  // query after query
  std::vector<Workspace> workspaces_;

  // How the last set of queries is spread over threads.
  std::vector<std::uint32_t> scheduled_;
  std::vector<std::uint32_t> order_;  // places in it: those for all threads together, then shares
  std::size_t for_all_ = 0;           // so many are worked on by all threads together
  std::vector<std::size_t> ends_;     // of the threads' shares of the others
};

}  // namespace gbrank
