#include "objective/pair_rows.h"
#include "objective/smooth_dcg.h"

namespace gbrank {
namespace {

/// SHF-SDCG (eq. 12 to 17): SDCG whose ranks grow by smoothed hinges, so that both documents of a
/// wrong pair are pushed apart with full force, and whose weight narrows as the ranking improves.
class ShfSdcg : public Objective {
 public:
  explicit ShfSdcg(const SmoothDcgOptions& options) : dcg_(options, RankSteps::kSmoothHinge) {}

  double prepare(const QueryLists& queries) override {
    dcg_.prepare(queries, "shf-sdcg");
    return 0;
  }

  double differentiate(const QueryView& query, const Round&, Workspace& workspace,
                       const Derivatives& out) const override {
    no_derivatives(out);
    if (!dcg_.has_order(query.number)) return 0;
    // A constant of the round: no gradient flows through it.
    const double width = dcg_.worst_rank_of_best(query, workspace);
    out.traces[0] = width;
    return dcg_.add(query, width, 1, workspace, out);
  }

  bool shares_long_queries() const override { return true; }

 private:
  SmoothDcg dcg_;
};

}  // namespace

ObjectiveEntry shf_sdcg_objective() {
  return {{.name = "shf-sdcg",
           .summary = "DCG@k with smoothed hinges in the place of ranks and an annealed cut-off",
           .paper = kSmoothDcgPaper,
           .cost = "n per relevant document, two passes",
           .leaf = LeafRule::kNewton,
           .traces = {"width"},
           .options = smooth_dcg_options("1", "0.02", "10")},
          [](const OptionReader& options) {
            return std::make_unique<ShfSdcg>(read_smooth_dcg_options(options));
          }};
}

}  // namespace gbrank
