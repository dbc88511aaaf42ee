#pragma once

#include "objective/label_order.h"
#include "objective/list.h"
#include "objective/max_dcg.h"
#include "objective/objective.h"

namespace gbrank {

/// The smooth DCG of Wu, Chang, Zheng and Zha, Smoothing DCG for learning to rank (CIKM 2009): what
/// sdcg, shf-sdcg and reg-shf-sdcg have in common.
struct SmoothDcgOptions {
  double alpha;    // steepness of the sigmoids between scores
  double beta;     // steepness of the weight's edge
  std::size_t k;   // DCG@k
  bool normalize;  // divide by maxDCG@k
};

inline constexpr const char* kSmoothDcgPaper =
    "Wu, Chang, Zheng, Zha, Smoothing DCG for learning to rank (CIKM 2009)";

/// --sdcg-alpha and so on, with the defaults of one objective.
std::vector<ObjectiveOption> smooth_dcg_options(const std::string& alpha, const std::string& beta,
                                                const std::string& k);
SmoothDcgOptions read_smooth_dcg_options(const OptionReader& options);

/// How the rank of a document grows with those above it.
enum class RankSteps {
  kSigmoid,      // eq. 6
  kSmoothHinge,  // eq. 12 to 15: for documents of different labels; equal labels, a sigmoid
};

class SmoothDcg {
 public:
  SmoothDcg(const SmoothDcgOptions& options, RankSteps steps) : options_(options), steps_(steps) {}

  void prepare(const QueryLists& queries, const char* objective);

  /// False for a query that says nothing about order; also where labels differ by so little that
  /// all gains are 0.
  bool has_order(std::size_t query) const {
    return !by_label_.of(query).empty() && max_dcg_.of(query) > 0;
  }

  /// Adds `scale` times the derivatives of
  ///   - sum_i gain_i / log2(1 + r_i) W(r_i),  W(x) = 1 / (1 + exp(beta (x - width)))
  /// and returns it. The curvature is a bound, because the function is not convex: the second
  /// derivative of a sigmoid or smoothed hinge is at most alpha times its slope, so a pair that
  /// pushes with force t gets alpha |t|. A Newton step then moves a document by at most 1 / alpha,
  /// the scale on which the sigmoids change.
  double add(const QueryView& query, double width, double scale, Workspace& workspace,
             const Derivatives& out) const;

  /// The worst current rank among the k most relevant documents (eq. 17). Ranks are pessimistic,
  /// the number of documents with at least this score, and among equal labels the better-ranked
  /// belong to the k.
  double worst_rank_of_best(const QueryView& query, Workspace& workspace) const;

  const SmoothDcgOptions& options() const { return options_; }

 private:
  SmoothDcgOptions options_;
  RankSteps steps_;
  LabelOrder by_label_;
  MaxDcg max_dcg_;
};

}  // namespace gbrank
