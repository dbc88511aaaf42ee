#include <cmath>

#include "objective/pair_rows.h"
#include "objective/regression.h"
#include "objective/smooth_dcg.h"

namespace gbrank {
namespace {

/// REG-SHF-SDCG (eq. 18 and 19): loss = tau_m R - (1 - tau_m) SHF-SDCG, R = 1/2 sum (s_i - y_i)^2.
/// Training goes from regression to SHF-SDCG: tau_m = 1 / (1 + exp(gamma (m - M/2))) for the rounds
/// m = 1 to M, gamma such that tau_1 = 0.999999.
class RegShfSdcg : public Objective {
 public:
  RegShfSdcg(const SmoothDcgOptions& options, double scale)
      : dcg_(options, RankSteps::kSmoothHinge), scale_(scale) {}

  double prepare(const QueryLists& queries) override {
    dcg_.prepare(queries, "reg-shf-sdcg");
    return mean_label(queries);
  }

  double differentiate(const QueryView& query, const Round& round, Workspace& workspace,
                       const Derivatives& out) const override {
    const double tau = mixing(round);
    no_derivatives(out);
    out.traces[0] = tau;
    double loss = add_squared_error(query, tau, out);
    if (!dcg_.has_order(query.number)) return loss;
    const double width = dcg_.worst_rank_of_best(query, workspace);
    out.traces[1] = width;
    return loss + dcg_.add(query, width, (1 - tau) * scale_, workspace, out);
  }

  bool shares_long_queries() const override { return true; }

 private:
  /// tau_m. Fewer than 3 planned rounds have no schedule: they are plain regression.
  static double mixing(const Round& round) {
    if (round.planned < 3) return 1;
    constexpr double kFirst = 0.999999;
    const double half = 0.5 * round.planned;
    const double gamma = std::log(kFirst / (1 - kFirst)) / (half - 1);
    return 1 / (1 + std::exp(gamma * (round.number - half)));
  }

  SmoothDcg dcg_;
  double scale_;
};

}  // namespace

ObjectiveEntry reg_shf_sdcg_objective() {
  ObjectiveEntry entry = {
      {.name = "reg-shf-sdcg",
       .summary = "squared error at first, then more and more shf-sdcg, halfway at half of the "
                  "planned trees (with fewer than 3 trees, squared error alone)",
       .paper = kSmoothDcgPaper,
       .cost = "n per relevant document, two passes",
       .leaf = LeafRule::kNewton,
       .traces = {"tau", "width"},
       .options = smooth_dcg_options("3", "0.05", "10")},
      [](const OptionReader& options) {
        return std::make_unique<RegShfSdcg>(read_smooth_dcg_options(options),
                                            options.real("shf-scale", 1e-6, 1e6));
      }};
  entry.info.options.push_back(
      {"shf-scale",
       "X",
       "1",
       "what the part of shf-sdcg is multiplied by; it grows from nothing over the planned trees, "
       "and with fewer than 3 trees the fit is plain regression",
       {},
       "0.1..10 log"});
  return entry;
}

}  // namespace gbrank
