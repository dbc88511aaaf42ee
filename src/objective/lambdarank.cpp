#include <algorithm>
#include <cmath>

#include "metric/gains_and_discounts.h"
#include "objective/label_order.h"
#include "objective/list.h"
#include "objective/max_dcg.h"
#include "objective/pair_rows.h"
#include "objective/score_order.h"

namespace gbrank {
namespace {

/// LambdaRank (Burges et al. 2006; on trees LambdaMART, Burges 2010). For a pair with y_i > y_j:
///   lambda = p |(gain_i - gain_j)(D(r_i) - D(r_j))| / maxDCG,  p = 1 / (1 + exp(s_i - s_j));
/// i gets -lambda, j gets +lambda, and both the curvature p (1 - p) of the same weight: that of the
/// log-loss with the weights held fixed, which is convex. There is no closed loss; what is reported
/// is the pairwise log-loss under these weights.
class LambdaRank : public Objective {
 public:
  explicit LambdaRank(std::size_t truncation) : truncation_(truncation) {}

  double prepare(const QueryLists& queries) override {
    check_gains(queries, "lambdarank");
    by_label_.build(queries);
    max_dcg_.build(queries, 0);
    return 0;
  }

  double differentiate(const QueryView& query, const Round& round, Workspace& workspace,
                       const Derivatives& out) const override {
    const std::span<const std::uint32_t> by_label = by_label_.of(query.number);
    // Labels may differ by so little that all gains are 0.
    if (by_label.empty() || max_dcg_.of(query.number) == 0) return no_derivatives(out);
    const std::size_t n = by_label.size();
    Arena& memory = workspace.memory;

    const std::span<std::uint32_t> rank = memory.take<std::uint32_t>(n);  // from 0
    const auto by_score = order_by_score(query.scores, tie_key(query, round), memory);
    for (std::size_t r = 0; r < n; ++r) rank[by_score[r]] = static_cast<std::uint32_t>(r);

    // The documents in the top come first; both parts by falling label.
    const std::size_t top = truncation_ == 0 ? n : std::min(n, truncation_);
    std::span<const std::uint32_t> order = by_label;
    if (top < n) {
      const std::span<std::uint32_t> parted = memory.take<std::uint32_t>(n);
      std::size_t in_top = 0;
      std::size_t below = top;
      for (const std::uint32_t i : by_label) parted[rank[i] < top ? in_top++ : below++] = i;
      order = parted;
    }

    PairDocuments documents = gather_pair_documents(query, order, 1, workspace);
    const std::span<double> gain = memory.take<double>(n);
    const std::span<double> discount = memory.take<double>(n);
    const auto label = [&](std::size_t i) { return query.labels[order[i]]; };
    for (std::size_t i = 0; i < n; ++i) {
      // Neighbours mostly have the same label.
      gain[i] = i > 0 && label(i) == label(i - 1)
                    ? gain[i - 1]
                    : max_dcg_.gain(label(i)) / max_dcg_.of(query.number);
      discount[i] = max_dcg_.discounts()[rank[order[i]]];
    }
    documents.gain = gain.data();
    documents.discount = discount.data();

    // Row t has the documents of lower label in the top, those below it, and, with the roles
    // exchanged, those of higher label below the top.
    const std::span<std::uint32_t> lower_in_top = memory.take<std::uint32_t>(top);
    const std::span<std::uint32_t> equal_below = memory.take<std::uint32_t>(top);
    const std::span<std::uint32_t> lower_below = memory.take<std::uint32_t>(top);
    const auto past = [&](std::size_t from, std::size_t to, auto&& belongs) {
      while (from < to && belongs(label(from))) ++from;
      return static_cast<std::uint32_t>(from);
    };
    for (std::size_t t = 0; t < top; ++t) {
      const float own = label(t);
      const bool first = t == 0;
      lower_in_top[t] =
          past(first ? 0 : lower_in_top[t - 1], top, [&](float y) { return y >= own; });
      equal_below[t] = past(first ? top : equal_below[t - 1], n, [&](float y) { return y > own; });
      lower_below[t] = past(first ? top : lower_below[t - 1], n, [&](float y) { return y >= own; });
    }
    const auto pairs = [&](std::size_t t) {
      return top - lower_in_top[t] + n - lower_below[t] + equal_below[t] - top;
    };
    const auto lambda_row = workspace.kernels->lambda_row;
    const auto body = [&](std::size_t t, double* const(&sums)[2]) {
      const auto part = [&](std::size_t begin, std::size_t end, bool better) {
        if (begin == end) return 0.0;
        return lambda_row(documents, {t, begin, end}, better, round.wants_loss, sums[0], sums[1]);
      };
      return part(lower_in_top[t], top, true) + part(lower_below[t], n, true) +
             part(top, equal_below[t], false);
    };
    const std::span<double> gradient = memory.take<double>(n);
    const std::span<double> hessian = memory.take<double>(n);
    const double loss =
        sum_over_rows<2>(top, n, pairs, body, workspace, {gradient.data(), hessian.data()});
    scatter(order, gradient, out.gradient);
    scatter(order, hessian, out.hessian);
    return loss;
  }

  double cost(std::size_t documents) const override {
    const auto top = truncation_ == 0 ? documents : std::min(documents, truncation_);
    return static_cast<double>(documents) * static_cast<double>(top);
  }

  bool shares_long_queries() const override { return true; }

 private:
  std::size_t truncation_;  // 0: none
  LabelOrder by_label_;
  MaxDcg max_dcg_;
};

}  // namespace

ObjectiveEntry lambdarank_objective() {
  return {{.name = "lambdarank",
           .summary = "NDCG, through document pairs weighted by what swapping them would change "
                      "(LambdaMART)",
           .paper = "Burges, Ragno, Le, Learning to rank with nonsmooth cost functions (NIPS 2006)",
           .cost = "n^2 / 2 pairs; k n with a truncation level k",
           .leaf = LeafRule::kNewton,
           .options = {{"lambdarank-k",
                        "K",
                        "0",
                        "a pair counts only if one of the two stands in the top K (0: every pair)",
                        {},
                        "0, 10, 20, 40"}}},
          [](const OptionReader& options) {
            return std::make_unique<LambdaRank>(
                static_cast<std::size_t>(options.integer("lambdarank-k", 0, 1L << 30)));
          }};
}

}  // namespace gbrank
