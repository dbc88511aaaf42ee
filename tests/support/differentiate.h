#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "objective/list.h"

namespace gbrank::test {

struct Derivatives {
  double loss;
  std::vector<double> gradient;
  std::vector<double> hessian;
  std::vector<double> traces = {};
};

/// One query and an objective that has been prepared with it.
class PreparedQuery {
 public:
  /// The query is number `query` of those that are prepared; the ones before it are empty.
  PreparedQuery(const std::string& objective, const OptionTexts& given,
                std::span<const float> labels, std::uint64_t seed = 1, std::size_t query = 0)
      : labels_(labels.begin(), labels.end()),
        offsets_(query + 2, 0),
        query_(query),
        entry_(find_objective(objective)) {
    offsets_.back() = labels_.size();
    const OptionTexts options = complete_options(entry_, given);
    objective_ = entry_.make(OptionReader(options));
    start = objective_->prepare({labels_, offsets_, {}, seed, 1});
  }

  Derivatives differentiate(std::span<const double> scores, const Round& round = {1, 100, 1},
                            const Kernels& kernels = exact_kernels(), int threads = 1) {
    // What must be written is seen to be written.
    Derivatives result{0, std::vector<double>(labels_.size(), -77.0),
                       std::vector<double>(labels_.size(), -77.0),
                       std::vector<double>(entry_.info.traces.size(), std::nan(""))};
    workspace_.memory.clear();
    workspace_.kernels = &kernels;
    workspace_.threads = threads;
    result.loss = objective_->differentiate({labels_, scores, query_}, round, workspace_,
                                            {result.gradient, result.hessian, result.traces});
    return result;
  }

  double start = 0;  // where scores begin

 private:
  std::vector<float> labels_;
  std::vector<std::size_t> offsets_;
  std::size_t query_;
  const ObjectiveEntry& entry_;
  std::unique_ptr<Objective> objective_;
  Workspace workspace_;
};

/// One query through an objective of the list, by its exact path.
inline Derivatives differentiate(const std::string& objective, const OptionTexts& given,
                                 std::span<const float> labels, std::span<const double> scores,
                                 const Round& round = {1, 100, 1}, std::size_t query = 0) {
  PreparedQuery prepared(objective, given, labels, round.seed, query);
  return prepared.differentiate(scores, round);
}

}  // namespace gbrank::test
