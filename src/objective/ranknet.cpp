#include "objective/label_order.h"
#include "objective/list.h"
#include "objective/preference_pairs.h"

namespace gbrank {
namespace {

/// RankNet (Burges et al. 2005): loss = sum over pairs y_i > y_j of log(1 + exp(-(s_i - s_j))).
/// With p = 1 / (1 + exp(s_i - s_j)) a pair's gradient is p and its curvature p (1 - p): the exact
/// diagonal of the Hessian, for the loss is convex.
class RankNet : public Objective {
 public:
  double prepare(const QueryLists& queries) override {
    by_label_.build(queries);
    return 0;
  }

  double differentiate(const QueryView& query, const Round& round, Workspace& workspace,
                       const Derivatives& out) const override {
    const std::span<const std::uint32_t> order = by_label_.of(query.number);
    if (order.empty()) return no_derivatives(out);
    const PairDocuments documents = gather_pair_documents(query, order, 1, workspace);
    const auto logistic_row = workspace.kernels->logistic_row;
    return sum_over_preference_pairs(
        query, order, workspace, out, [&](PairRow row, double* gradient, double* hessian) {
          return logistic_row(documents, row, round.wants_loss, gradient, hessian);
        });
  }

  bool shares_long_queries() const override { return true; }

 private:
  LabelOrder by_label_;
};

}  // namespace

ObjectiveEntry ranknet_objective() {
  return {{.name = "ranknet",
           .summary = "the log-likelihood of the order of every pair with different labels",
           .paper = "Burges et al., Learning to rank using gradient descent (ICML 2005)",
           .cost = "n^2 / 2 pairs",
           .leaf = LeafRule::kNewton,
           .options = {}},
          [](const OptionReader&) { return std::make_unique<RankNet>(); }};
}

}  // namespace gbrank
