#include "objective/pair_rows.h"
#include "objective/smooth_dcg.h"

namespace gbrank {
namespace {

/// SDCG (eq. 8): loss = - sum_i gain_i / log2(1 + r^_i) W(r^_i), with smooth ranks
/// r^_i = 1 + sum over j of 1 / (1 + exp(alpha (s_i - s_j))) and W(x) = 1 / (1 + exp(beta (x -
/// k))).
class Sdcg : public Objective {
 public:
  explicit Sdcg(const SmoothDcgOptions& options) : dcg_(options, RankSteps::kSigmoid) {}

  double prepare(const QueryLists& queries) override {
    dcg_.prepare(queries, "sdcg");
    return 0;
  }

  double differentiate(const QueryView& query, const Round&, Workspace& workspace,
                       const Derivatives& out) const override {
    no_derivatives(out);
    if (!dcg_.has_order(query.number)) return 0;
    return dcg_.add(query, static_cast<double>(dcg_.options().k), 1, workspace, out);
  }

  bool shares_long_queries() const override { return true; }

 private:
  SmoothDcg dcg_;
};

}  // namespace

ObjectiveEntry sdcg_objective() {
  return {{.name = "sdcg",
           .summary = "DCG@k with sigmoids in the place of ranks and cut-off",
           .paper = kSmoothDcgPaper,
           .cost = "n per relevant document, two passes",
           .leaf = LeafRule::kNewton,
           .options = smooth_dcg_options("1", "0.02", "10")},
          [](const OptionReader& options) {
            return std::make_unique<Sdcg>(read_smooth_dcg_options(options));
          }};
}

}  // namespace gbrank
