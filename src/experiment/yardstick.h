#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiment/folds.h"
#include "experiment/trial.h"

namespace gbrank {

/// What one fit gave: a value of each query (NaN where it does not count), or why it has none.
struct Outcome {
  std::vector<double> values;
  std::string failure = {};

  bool done() const { return !values.empty() || !failure.empty(); }
};

/// For a store of results.
nlohmann::json to_json(const Outcome& outcome);
/// None for what is no outcome of so many queries.
std::optional<Outcome> outcome_from_json(const nlohmann::json& json, std::size_t queries);

/// The validation data of one fold, ready to measure models.
class Yardstick {
 public:
  Yardstick(const Fold& fold, const TuningOptions& options);

  std::size_t queries() const { return vali_->judged().query_ids.size(); }
  /// Of each query, the mean of the metrics.
  std::vector<double> measure(const Ensemble& model, int threads) const;

 private:
  const JudgedText* vali_;
  std::vector<Evaluator> evaluators_;
};

}  // namespace gbrank
