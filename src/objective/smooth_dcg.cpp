#include "objective/smooth_dcg.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "objective/preference_pairs.h"

namespace gbrank {
namespace {

/// f(r) = W(r) / log2(1 + r) and its derivative.
struct ValueOfRank {
  double value;
  double slope;
};

ValueOfRank value_of_rank(double rank, double beta, double width) {
  // exp of a negative number only, so that nothing overflows.
  const double x = beta * (rank - width);
  const double e = std::exp(-std::abs(x));
  const double weight = x >= 0 ? e / (1 + e) : 1 / (1 + e);
  const double weight_slope = -beta * e / ((1 + e) * (1 + e));
  const double log = std::log2(1 + rank);
  const double log_slope = std::numbers::log2e / (1 + rank);
  return {weight / log, (weight_slope - weight * log_slope / log) / log};
}

}  // namespace

std::vector<ObjectiveOption> smooth_dcg_options(const std::string& alpha, const std::string& beta,
                                                const std::string& k) {
  return {
      {"sdcg-alpha",
       "X",
       alpha,
       "how steep the sigmoid between two scores is: larger, closer to the true ranks",
       {},
       "0.3..10 log"},
      {"sdcg-beta",
       "X",
       beta,
       "how sharp the weight falls from 1 to 0 around its width: too sharp, and documents far "
       "below "
       "it never move",
       {},
       "0.01..1 log"},
      {"sdcg-k", "K", k, "the K of DCG@K", {}, "3, 5, 10, 20"},
      {"sdcg-normalize",
       "",
       "false",
       "divide by the best possible DCG@K of the query",
       {},
       "false, true"},
  };
}

SmoothDcgOptions read_smooth_dcg_options(const OptionReader& options) {
  return {options.real("sdcg-alpha", 1e-6, 1e6), options.real("sdcg-beta", 1e-6, 1e6),
          static_cast<std::size_t>(options.integer("sdcg-k", 1, 1L << 30)),
          options.flag("sdcg-normalize")};
}

void SmoothDcg::prepare(const QueryLists& queries, const char* objective) {
  check_gains(queries, objective);
  by_label_.build(queries);
  max_dcg_.build(queries, options_.k);
}

double SmoothDcg::add(const QueryView& query, double width, double scale, Workspace& workspace,
                      const Derivatives& out) const {
  const std::span<const std::uint32_t> order = by_label_.of(query.number);
  const std::size_t n = order.size();
  Arena& memory = workspace.memory;
  const Kernels& kernels = *workspace.kernels;
  PairDocuments documents = gather_pair_documents(query, order, options_.alpha, workspace);
  const std::span<const std::uint32_t> lower = lower_labels(query, order, memory);
  // Documents without gain need no rank, and pairs of two of them push nobody.
  std::size_t relevant = 0;
  while (relevant < n && query.labels[order[relevant]] > 0) ++relevant;

  const auto pairs = [&](std::size_t i) { return n - i - 1; };
  // Equal labels, which stand first, then lower ones.
  const auto equal = [&](std::size_t i) {
    return PairRow{i, i + 1, steps_ == RankSteps::kSigmoid ? n : lower[i]};
  };
  const auto less = [&](std::size_t i) {
    return PairRow{i, steps_ == RankSteps::kSigmoid ? n : lower[i], n};
  };

  const std::span<double> rank = memory.take<double>(n);
  sum_over_rows<1>(relevant, n, pairs,
                   [&](std::size_t i, double* const(&sums)[1]) {
                     kernels.sigmoid_ranks(documents, equal(i), sums[0]);
                     kernels.smooth_hinge_ranks(documents, less(i), sums[0]);
                     return 0.0;
                   },
                   workspace, {rank.data()});

  if (options_.normalize) scale /= max_dcg_.of(query.number);
  const std::span<double> slope = memory.take<double>(n);
  double loss = 0;
  for (std::size_t i = 0; i < relevant; ++i) {
    const double gain = scale * MaxDcg::gain(query.labels[order[i]]);
    const ValueOfRank value = value_of_rank(1 + rank[i], options_.beta, width);
    slope[i] = -gain * value.slope;
    loss -= gain * value.value;
  }
  documents.slope = slope.data();

  const std::span<double> gradient = memory.take<double>(n);
  const std::span<double> hessian = memory.take<double>(n);
  sum_over_rows<2>(relevant, n, pairs,
                   [&](std::size_t i, double* const(&sums)[2]) {
                     kernels.sigmoid_slopes(documents, equal(i), sums[0], sums[1]);
                     kernels.smooth_hinge_slopes(documents, less(i), sums[0], sums[1]);
                     return 0.0;
                   },
                   workspace, {gradient.data(), hessian.data()});
  for (std::size_t i = 0; i < n; ++i) {
    out.gradient[order[i]] += gradient[i];
    out.hessian[order[i]] += hessian[i];
  }
  return loss;
}

double SmoothDcg::worst_rank_of_best(const QueryView& query, Workspace& workspace) const {
  const std::span<const std::uint32_t> order = by_label_.of(query.number);
  const std::size_t n = order.size();
  const std::size_t k = std::min(options_.k, n);
  const std::span<const std::uint32_t> lower = lower_labels(query, order, workspace.memory);
  // Ranks follow scores, so the lowest score among the k is all that matters. The last of the k is
  // in the group of equal labels that begins at `group` and ends at `end`.
  std::size_t group = 0;
  while (lower[group] < k) group = lower[group];
  const std::size_t end = lower[group];
  const std::span<double> scores = workspace.memory.take<double>(end);
  for (std::size_t i = 0; i < end; ++i) scores[i] = query.scores[order[i]];
  const auto tied = scores.subspan(group);
  const auto last = tied.begin() + static_cast<std::ptrdiff_t>(k - group - 1);
  std::ranges::nth_element(tied, last, std::greater<>{});
  double lowest = *last;
  for (const double score : scores.first(group)) lowest = std::min(lowest, score);
  return static_cast<double>(
      std::ranges::count_if(query.scores, [&](double score) { return score >= lowest; }));
}

}  // namespace gbrank
