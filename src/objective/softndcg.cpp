#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/parallel.h"
#include "objective/label_order.h"
#include "objective/list.h"
#include "objective/pair_rows.h"
#include "objective/rank_distribution.h"
#include "objective/sinkhorn.h"
#include "objective/training_discount.h"

namespace gbrank {
namespace {

enum class RankForm { kBinomial, kNormal };

struct SoftNdcgOptions {
  double sigma;  // deviation of the Gaussian around each score
  RankForm form;
  std::size_t sinkhorn_rounds;
  double discount_alpha;
  std::size_t k;    // 0: none
  bool plain_gain;  // 2^y in place of 2^y - 1
};

/// SoftNDCG (Taylor et al. 2008, eq. 15) as a loss: one minus the NDCG to be expected when every
/// score is off by a Gaussian error,
///   1 - (1 / maxDCG) sum_j gain_j sum_r D(r) p_j(r).
class SoftNdcg : public Objective {
 public:
  explicit SoftNdcg(const SoftNdcgOptions& options)
      : options_(options), discount_(options.discount_alpha, options.k) {}

  double prepare(const QueryLists& queries) override {
    check_gains(queries, "softndcg");
    by_label_.build(queries);
    std::size_t longest = 0;
    for (std::size_t q = 0; q < queries.queries(); ++q) {
      longest = std::max(longest, queries.labels_of(q).size());
    }
    discount_.prepare(longest);
    max_dcg_.assign(queries.queries(), 0);
    parallel_for(queries.threads, queries.queries(), [&](std::size_t q, int) {
      const std::span<const std::uint32_t> order = by_label_.of(q);
      if (order.empty()) return;
      std::vector<double> discount(order.size());
      discount_.write(discount);
      for (std::size_t r = 0; r < order.size(); ++r) {
        max_dcg_[q] += gain(queries.labels_of(q)[order[r]]) * discount[r];
      }
    });
    return 0;
  }

  double differentiate(const QueryView& query, const Round&, Workspace& workspace,
                       const Derivatives& out) const override {
    const std::span<const std::uint32_t> order = by_label_.of(query.number);
    // Labels may differ by so little that all gains are 0.
    if (order.empty() || max_dcg_[query.number] == 0) return no_derivatives(out);
    const std::size_t n = order.size();
    Arena& memory = workspace.memory;

    const double steepness = 1 / (options_.sigma * std::numbers::sqrt2);
    const std::span<double> x = memory.take<double>(n);
    const std::span<double> share = memory.take<double>(n);  // - gain / maxDCG
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = steepness * query.scores[order[i]];
      share[i] = -gain(query.labels[order[i]]) / max_dcg_[query.number];
    }
    const std::span<double> discount = memory.take<double>(n);
    discount_.write(discount);

    const bool scaled = options_.sinkhorn_rounds > 0;
    const Contests contests{x, steepness, scaled ? n : places(n), scaled, workspace.kernels};
    const int workers = n > kOnePieceDocuments ? workspace.threads : 1;
    Ranks ranks;
    for (int w = 0; w < workers; ++w) {
      ranks.push_back(options_.form == RankForm::kBinomial ? binomial_ranks(contests, memory)
                                                           : normal_ranks(contests, memory));
    }
    const std::span<double> gradient = memory.take<double>(n);
    const std::span<double> hessian = memory.take<double>(n);
    const double loss =
        1 + (scaled ? add_scaled(share, discount, ranks, workspace, gradient, hessian)
                    : add_plain(share, discount, ranks, workspace, gradient, hessian));
    scatter(order, gradient, out.gradient);
    scatter(order, hessian, out.hessian);
    return loss;
  }

  double cost(std::size_t documents) const override {
    const auto n = static_cast<double>(documents);
    // What the chance of a contest costs, in ranks that it moves.
    constexpr double kContest = 30;
    if (options_.form == RankForm::kNormal) return n * n * kContest;
    const double band = options_.sinkhorn_rounds > 0 ? n : 9 * std::sqrt(n);
    return n * n * (kContest + std::min(band, static_cast<double>(places(documents))));
  }

  bool shares_long_queries() const override { return true; }

 private:
  using Ranks = std::vector<std::unique_ptr<RankDistribution>>;  // one a thread

  double gain(float label) const {
    return std::exp2(static_cast<double>(label)) - (options_.plain_gain ? 0 : 1);
  }
  std::size_t places(std::size_t n) const { return options_.k == 0 ? n : std::min(n, options_.k); }

  /// Adds the derivatives of sum_j share_j sum_r D(r) p_j(r) and returns it. Documents without gain
  /// matter only as opponents; by falling label they stand last.
  static double add_plain(std::span<const double> share, std::span<const double> discount,
                          const Ranks& ranks, Workspace& workspace, std::span<double> gradient,
                          std::span<double> hessian) {
    const std::size_t n = share.size();
    std::size_t relevant = n;
    while (share[relevant - 1] == 0) --relevant;
    return sum_over_rows_on_workers<2>(
        relevant, n, [&](std::size_t) { return n; },
        [&](std::size_t j, double* const(&sums)[2], int worker) {
          RankDistribution& rank = *ranks[static_cast<std::size_t>(worker)];
          rank.turn_to(j);
          rank.send_back(discount, share[j], sums[0], sums[1]);
          return share[j] * rank.expected(discount);
        },
        workspace, {gradient.data(), hessian.data()});
  }

  /// The same with p scaled: n x n numbers, because every document scales the others' chances.
  double add_scaled(std::span<const double> share, std::span<const double> discount,
                    const Ranks& ranks, Workspace& workspace, std::span<double> gradient,
                    std::span<double> hessian) const {
    const std::size_t n = share.size();
    const int workers = static_cast<int>(ranks.size());
    const std::span<double> p = workspace.memory.take<double>(n * n);
    parallel_for(workers, n, [&](std::size_t j, int worker) {
      RankDistribution& rank = *ranks[static_cast<std::size_t>(worker)];
      rank.turn_to(j);
      rank.write(p.subspan(j * n, n));
    });
    Sinkhorn scaling(p, n, options_.sinkhorn_rounds, workers, workspace.memory);
    const double total = scaling.total(share, discount);
    const std::span<double> slopes = workspace.memory.take<double>(ranks.size() * n);
    sum_over_rows_on_workers<2>(
        n, n, [&](std::size_t) { return n; },
        [&](std::size_t j, double* const(&sums)[2], int worker) {
          const auto w = static_cast<std::size_t>(worker);
          const std::span<double> value = slopes.subspan(w * n, n);
          scaling.write_slopes(j, value);
          ranks[w]->turn_to(j);
          ranks[w]->send_back(value, 1, sums[0], sums[1]);
          return 0.0;
        },
        workspace, {gradient.data(), hessian.data()});
    return total;
  }

  SoftNdcgOptions options_;
  TrainingDiscount discount_;
  LabelOrder by_label_;
  std::vector<double> max_dcg_;
};

std::vector<std::string> forms() { return {"binomial", "normal"}; }
std::vector<std::string> gains() { return {"2^y-1", "2^y"}; }

SoftNdcgOptions read_options(const OptionReader& options) {
  return {options.real("softndcg-sigma", 1e-6, 1e6),
          options.word("softndcg-rank", forms()) == "binomial" ? RankForm::kBinomial
                                                               : RankForm::kNormal,
          static_cast<std::size_t>(options.integer("softndcg-sinkhorn", 0, 1000)),
          options.real("softndcg-discount-alpha", -1, 1),
          static_cast<std::size_t>(options.integer("softndcg-k", 0, 1L << 30)),
          options.word("softndcg-gain", gains()) == "2^y"};
}

}  // namespace

ObjectiveEntry softndcg_objective() {
  return {
      {.name = "softndcg",
       .summary = "NDCG as it is to be expected when each score has a Gaussian error (SoftRank)",
       .paper = "Taylor, Guiver, Robertson, Minka, SoftRank: optimizing non-smooth rank metrics "
                "(WSDM 2008)",
       .cost = "n sqrt(n) per relevant document, n min(k, sqrt(n)) with a cut-off k, n with normal "
               "ranks; n^2 per document with Sinkhorn scaling of binomial ranks",
       .leaf = LeafRule::kNewton,
       .options =
           {{"softndcg-sigma",
             "X",
             "1",
             "deviation of the Gaussian around each score: larger, smoother",
             {},
             "0.1..3 log"},
            {"softndcg-rank", "FORM", "binomial",
             "how the rank of a document is distributed: as the number of contests that it loses, "
             "or as a Gaussian of the same mean and variance, which is faster",
             forms(), "binomial, normal"},
            {"softndcg-sinkhorn",
             "T",
             "0",
             "rounds of scaling that give each rank one document (0: none); holds a matrix of n x "
             "n numbers for the query at work",
             {}},
            {"softndcg-discount-alpha",
             "A",
             "1",
             "shape of the discount: 1 logarithmic, 0 a line, -1 slow at the top and steep at the "
             "bottom, and all between",
             {},
             "0..1"},
            {"softndcg-k",
             "K",
             "0",
             "the K of NDCG@K (0: the whole list); from equal scores every document stands near "
             "the middle, so a K of much less than n / 2 has no slope to learn from",
             {}},
            {"softndcg-gain", "GAIN", "2^y-1", "what a label y is worth", gains()}}},
      [](const OptionReader& options) {
        return std::make_unique<SoftNdcg>(read_options(options));
      }};
}

}  // namespace gbrank
