#include "objective/regression.h"

#include <algorithm>

#include "objective/list.h"

namespace gbrank {

double mean_label(const QueryLists& queries) {
  double sum = 0;
  double weights = 0;
  for (std::size_t q = 0; q < queries.queries(); ++q) {
    const double weight = queries.weight_of(q);
    for (const float label : queries.labels_of(q)) sum += weight * static_cast<double>(label);
    weights += weight * static_cast<double>(queries.labels_of(q).size());
  }
  return weights > 0 ? sum / weights : 0;
}

double add_squared_error(const QueryView& query, double weight, const Derivatives& out) {
  double loss = 0;
  for (std::size_t i = 0; i < query.labels.size(); ++i) {
    const double residual = query.scores[i] - static_cast<double>(query.labels[i]);
    out.gradient[i] += weight * residual;
    out.hessian[i] += weight;
    loss += 0.5 * residual * residual;
  }
  return weight * loss;
}

namespace {

/// loss = 1/2 sum (s_i - y_i)^2.
class Regression : public Objective {
 public:
  /// The mean label: the best constant, so that the first tree need not find it.
  double prepare(const QueryLists& queries) override { return mean_label(queries); }

  double differentiate(const QueryView& query, const Round&, Workspace&,
                       const Derivatives& out) const override {
    std::ranges::fill(out.gradient, 0.0);
    std::ranges::fill(out.hessian, 0.0);
    return add_squared_error(query, 1, out);
  }

  double cost(std::size_t documents) const override { return static_cast<double>(documents); }
};

}  // namespace

ObjectiveEntry regression_objective() {
  return {{.name = "regression",
           .summary = "squared error of the score to the label, each document on its own",
           .paper = "Friedman, Greedy function approximation (Annals of Statistics 2001)",
           .cost = "n",
           .leaf = LeafRule::kNewton,
           .options = {}},
          [](const OptionReader&) { return std::make_unique<Regression>(); }};
}

}  // namespace gbrank
