#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "gbrank/dataset.h"
#include "gbrank/error.h"
#include "gbrank/metrics.h"

#include "train/grown_tree.h"

namespace gbrank {

/// Errors about labels say which data has them.
template <typename Function>
auto naming(const Dataset& data, Function&& function) {
  try {
    return function();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", data.name(), error.what()));
  }
}

/// Adds a tree to the scores of the rows of these queries.
void add_tree(const Dataset& data, const GrownTree& grown, std::span<const std::uint32_t> queries,
              int threads, std::span<double> scores);

/// A data set that scores are kept for, and the metrics on it.
class ScoredData {
 public:
  ScoredData(const Dataset& data, double start, std::span<const Metric> metrics,
             const Convention& convention);

  /// To be set where scores are computed elsewhere.
  std::span<double> scores() { return scores_; }

  /// One value a metric.
  std::vector<double> evaluate(int threads) const;

  void add_tree(const GrownTree& grown, int threads);

 private:
  const Dataset* data_;
  std::vector<double> scores_;
  std::vector<Evaluator> evaluators_;
};

}  // namespace gbrank
