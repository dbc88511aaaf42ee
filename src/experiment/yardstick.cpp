#include "experiment/yardstick.h"

#include <limits>

namespace gbrank {

/// JSON has no NaN: a query that does not count is null. A failure is a text.
nlohmann::json to_json(const Outcome& outcome) {
  return outcome.failure.empty() ? nlohmann::json(outcome.values) : nlohmann::json(outcome.failure);
}

std::optional<Outcome> outcome_from_json(const nlohmann::json& json, std::size_t queries) {
  if (json.is_string()) return Outcome{{}, json.get<std::string>()};
  if (!json.is_array() || json.size() != queries) return {};
  std::vector<double> values;
  for (const nlohmann::json& value : json) {
    if (!value.is_null() && !value.is_number()) return {};
    values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                     : value.get<double>());
  }
  return Outcome{std::move(values)};
}

Yardstick::Yardstick(const Fold& fold, const TuningOptions& options) : vali_(&fold.vali) {
  for (const Metric& metric : options.metrics) {
    evaluators_.emplace_back(metric, options.convention, fold.vali.judged().lists());
  }
}

std::vector<double> Yardstick::measure(const Ensemble& model, int threads) const {
  const std::vector<double> scores = vali_->score(model, threads);
  std::vector<double> mean(queries());
  for (const Evaluator& evaluator : evaluators_) {
    const MetricValue value = evaluator.evaluate(scores, threads);
    for (std::size_t q = 0; q < mean.size(); ++q) {
      mean[q] += value.per_query[q] / static_cast<double>(evaluators_.size());
    }
  }
  return mean;
}

}  // namespace gbrank
