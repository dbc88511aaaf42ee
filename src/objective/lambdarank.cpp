#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/random.h"
#include "metric/gains_and_discounts.h"
#include "objective/list.h"

namespace gbrank {
namespace {

/// LambdaRank (Burges et al. 2006; on trees LambdaMART, Burges 2010). For a pair with y_i > y_j:
///   lambda = p |(gain_i - gain_j)(D(r_i) - D(r_j))| / maxDCG,  p = 1 / (1 + exp(s_i - s_j));
/// i gets -lambda, j gets +lambda, and both the curvature p (1 - p) of the same weight. There is no
/// closed loss; what is reported is the pairwise log-loss under these weights.
class LambdaRank : public Objective {
 public:
  explicit LambdaRank(std::size_t truncation) : truncation_(truncation) {}

  double start_score(std::span<const float> labels) const override {
    constexpr float kMaxLabel = 512;  // sums and products of gains stay far inside a double
    const auto large = std::ranges::find_if(labels, [](float label) { return label > kMaxLabel; });
    if (large != labels.end()) {
      throw Error(
          fmt::format("row {} has label {}: 2^label is too large for objective lambdarank; "
                      "scale the labels or use regression",
                      large - labels.begin() + 1, *large));
    }
    return 0;
  }

  double differentiate(const QueryView& query, const Round& round, Scratch& scratch,
                       std::span<double> gradient, std::span<double> hessian) const override {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    std::fill(hessian.begin(), hessian.end(), 0.0);
    const std::size_t n = query.labels.size();
    const auto [lowest, highest] = std::minmax_element(query.labels.begin(), query.labels.end());
    if (n < 2 || *lowest == *highest) return 0;

    rank(query, round, scratch);
    const std::vector<std::size_t>& order = scratch.order;
    std::vector<double>& gains = scratch.doubles[0];
    std::vector<double>& discounts = scratch.doubles[1];
    gains.resize(n);
    discounts.resize(n);
    for (std::size_t r = 0; r < n; ++r) {
      gains[r] = gain(Gain::kExponential, static_cast<double>(query.labels[order[r]]));
      discounts[r] = discount(Discount::kLog2, r + 1);
    }
    const double scale = 1 / max_dcg(gains, discounts, scratch.doubles[2]);

    // a stands above b. Only a below the truncation level has pairs to count.
    double loss = 0;
    const std::size_t top = truncation_ == 0 ? n : std::min(n, truncation_);
    for (std::size_t a = 0; a < top; ++a) {
      for (std::size_t b = a + 1; b < n; ++b) {
        if (gains[a] == gains[b]) continue;
        const bool right = gains[a] > gains[b];
        const std::size_t better = right ? order[a] : order[b];
        const std::size_t worse = right ? order[b] : order[a];
        const double weight =
            std::abs((gains[a] - gains[b]) * (discounts[a] - discounts[b])) * scale;
        const double margin = query.scores[better] - query.scores[worse];
        // exp of a negative number only, so that nothing overflows.
        const double e = std::exp(-std::abs(margin));
        const double p = margin >= 0 ? e / (1 + e) : 1 / (1 + e);
        gradient[better] -= p * weight;
        gradient[worse] += p * weight;
        const double curvature = e / ((1 + e) * (1 + e)) * weight;
        hessian[better] += curvature;
        hessian[worse] += curvature;
        loss += weight * (std::log1p(e) + std::max(0.0, -margin));
      }
    }
    return loss;
  }

 private:
  /// Documents by falling score. Equal scores, which are all scores in the first round, stand in a
  /// random order of their own in each round: with row order a file sorted by label would tell the
  /// labels.
  static void rank(const QueryView& query, const Round& round, Scratch& scratch) {
    const std::size_t n = query.labels.size();
    scratch.keys.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      scratch.keys[i] = random_key(round.seed, round.number, query.number, i);
    }
    scratch.order.resize(n);
    std::iota(scratch.order.begin(), scratch.order.end(), std::size_t{0});
    std::sort(scratch.order.begin(), scratch.order.end(), [&](std::size_t a, std::size_t b) {
      if (query.scores[a] != query.scores[b]) return query.scores[a] > query.scores[b];
      return scratch.keys[a] < scratch.keys[b];
    });
  }

  static double max_dcg(const std::vector<double>& gains, const std::vector<double>& discounts,
                        std::vector<double>& sorted) {
    sorted = gains;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    return std::inner_product(sorted.begin(), sorted.end(), discounts.begin(), 0.0);
  }

  std::size_t truncation_;  // 0: none
};

}  // namespace

ObjectiveEntry lambdarank_objective() {
  return {{"lambdarank",
           "NDCG, through document pairs weighted by what swapping them would change (LambdaMART)",
           {{"lambdarank-k", "K", "0",
             "a pair counts only if one of the two stands in the top K (0: every pair)"}}},
          [](const OptionReader& options) {
            return std::make_unique<LambdaRank>(
                static_cast<std::size_t>(options.integer("lambdarank-k", 0, 1L << 30)));
          }};
}

}  // namespace gbrank
