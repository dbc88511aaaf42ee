#include "objective/label_order.h"
#include "objective/list.h"
#include "objective/preference_pairs.h"

namespace gbrank {
namespace {

/// GBRank (Zheng et al. 2007): a squared hinge on preference pairs,
///   loss = 1/2 sum over pairs y_i > y_j of max(0, tau - (s_i - s_j))^2.
/// It is convex; the curvature of a document is the number of its active pairs, the exact diagonal
/// of the Hessian wherever it exists.
class GbRank : public Objective {
 public:
  explicit GbRank(double tau) : tau_(tau) {}

  double prepare(const QueryLists& queries) override {
    by_label_.build(queries);
    return 0;
  }

  double differentiate(const QueryView& query, const Round&, Workspace& workspace,
                       const Derivatives& out) const override {
    const std::span<const std::uint32_t> order = by_label_.of(query.number);
    if (order.empty()) return no_derivatives(out);
    const std::span<double> score = workspace.memory.take<double>(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) score[i] = query.scores[order[i]];
    PairDocuments documents;
    documents.score = score.data();
    const auto hinge_row = workspace.kernels->hinge_row;
    return sum_over_preference_pairs(query, order, workspace, out,
                                     [&](PairRow row, double* gradient, double* hessian) {
                                       return hinge_row(documents, row, tau_, gradient, hessian);
                                     });
  }

  bool shares_long_queries() const override { return true; }

 private:
  double tau_;
  LabelOrder by_label_;
};

}  // namespace

ObjectiveEntry gbrank_objective() {
  return {{.name = "gbrank",
           .summary = "a margin between the documents of every pair with different labels, by a "
                      "squared hinge",
           .paper = "Zheng, Zha, Chen, Sun, A regression framework for learning ranking functions "
                    "using relative relevance judgments (SIGIR 2007)",
           .cost = "n^2 / 2 pairs",
           .leaf = LeafRule::kNewton,
           .options = {{"gbrank-tau",
                        "X",
                        "1",
                        "the margin by which the better document should be ahead",
                        {},
                        "0.1..3 log"}}},
          [](const OptionReader& options) {
            return std::make_unique<GbRank>(options.real("gbrank-tau", 0, 1e6));
          }};
}

}  // namespace gbrank
