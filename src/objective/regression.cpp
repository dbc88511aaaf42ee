#include <algorithm>

#include "objective/list.h"

namespace gbrank {
namespace {

/// loss = 1/2 sum (s_i - y_i)^2.
class Regression : public Objective {
 public:
  /// The mean label: the best constant, so that the first tree need not find it.
  double start_score(std::span<const float> labels) const override {
    double sum = 0;
    for (const float label : labels) sum += static_cast<double>(label);
    return labels.empty() ? 0 : sum / static_cast<double>(labels.size());
  }

  double differentiate(const QueryView& query, const Round&, Scratch&, std::span<double> gradient,
                       std::span<double> hessian) const override {
    double loss = 0;
    for (std::size_t i = 0; i < query.labels.size(); ++i) {
      const double residual = query.scores[i] - static_cast<double>(query.labels[i]);
      gradient[i] = residual;
      loss += 0.5 * residual * residual;
    }
    std::fill(hessian.begin(), hessian.end(), 1.0);
    return loss;
  }
};

}  // namespace

ObjectiveEntry regression_objective() {
  return {{"regression", "squared error of the score to the label, each document on its own", {}},
          [](const OptionReader&) { return std::make_unique<Regression>(); }};
}

}  // namespace gbrank
