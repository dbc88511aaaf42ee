#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "objective/label_order.h"
#include "objective/list.h"
#include "objective/max_dcg.h"
#include "objective/pair_rows.h"
#include "objective/rank_samples.h"

namespace gbrank {
namespace {

struct BoltzRankOptions {
  double lambda;
  std::size_t samples;
  double scale;
  std::size_t cutoff;  // 0: none
};

/// What a loop over ranks does at once, so that sums have a fixed order and become vector code.
constexpr std::size_t kLanes = 8;

double dot(const double* a, const double* b, std::size_t n) {
  double lane[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::size_t l = 0; l < kLanes; ++l) lane[l] += a[i + l] * b[i + l];
  }
  for (std::size_t l = 0; i < n; ++i, ++l) lane[l] += a[i] * b[i];
  return std::accumulate(lane, lane + kLanes, 0.0);
}

double squared(double x) { return x * x; }

/// Sum of weight (x - middle)^2.
double spread(const double* weight, const double* x, double middle, std::size_t n) {
  double lane[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::size_t l = 0; l < kLanes; ++l) lane[l] += weight[i + l] * squared(x[i + l] - middle);
  }
  for (std::size_t l = 0; i < n; ++i, ++l) lane[l] += weight[i] * squared(x[i] - middle);
  return std::accumulate(lane, lane + kLanes, 0.0);
}

/// c_j = slope (r_j - (m + 1) / 2): the energy of eq. 4 with g(x) = 2x / (m - 1) is the linear
/// function c(R).s of the scores, since sum_{k} (r_j - r_k) = m r_j - m (m + 1) / 2.
double energy_slope(std::size_t m, double scale) {
  const auto others = static_cast<double>(m - 1);
  return 4 * scale / (others * others);
}

/// Adds E(R|s) to the energy of each sample, less what is the same for all of them: P(R|s) has only
/// differences. `score(j)` may be shifted by any constant for the same reason.
template <typename Rank, typename Score>
void add_energies(std::span<const Rank> ranks, std::span<double> energy, const Score& score) {
  const std::size_t samples = energy.size();
  const Rank* row = ranks.data();
  for (std::size_t j = 0; j * samples < ranks.size(); ++j, row += samples) {
    const double x = score(j);
    for (std::size_t k = 0; k < samples; ++k) energy[k] += x * static_cast<double>(row[k]);
  }
}

/// Eq. 12: turns energies into probabilities; returns log Z.
double normalise(std::span<double> energy, const Kernels& kernels) {
  const double lowest = *std::ranges::min_element(energy);
  for (double& e : energy) e = lowest - e;
  kernels.exponentials(energy.data(), energy.size());
  const double z = std::accumulate(energy.begin(), energy.end(), 0.0);
  for (double& p : energy) p /= z;
  return std::log(z) - lowest;
}

/// BoltzRank (Volkovs and Zemel 2009): over a fixed sample of rank vectors R with P(R|s)
/// proportional to exp(-E(R|s)) (eq. 12),
///   loss = - lambda sum_R P(R|s) NDCG(R) - (1 - lambda) sum_R P(R|y) log P(R|s)
/// (eq. 11, 14 and 15).
/// E = c(R).s, so with N the NDCG, p = P(.|s), q = P(.|y) and bars for means under p
///   gradient_j = sum_R w_R c_Rj,  w = lambda p (N - N-bar) + (1 - lambda)(q - p).
/// Along s_j alone the second derivative is sum_R u_R d_Rj^2, d_R = c_R - c-bar, with
/// u = (1 - lambda) p - lambda p (N - N-bar): not convex. The curvature in use,
///   hessian_j = sum_R v_R d_Rj^2,  v = lambda p |N - N-bar| + (1 - lambda) max(p, q),
/// bounds its absolute value; max(p, q), not p, so that v >= |w| too, however sure of a wrong order
/// P is. Where there is a gradient there is then a curvature, and by Cauchy and Schwarz a Newton
/// step x = gradient_j / hessian_j has sum_R v_R (x d_Rj)^2 <= sum_R v_R: the energies of the
/// samples change by no more than 1 in the quadratic mean. Each c_j is of the order 1 / m, so
/// scores grow to the order of m before P is sure. (A bound for all documents at once is 2 sum_k
/// |c_k| sum_R v_R |d_Rj|. It was tried: its steps are shorter by about m, and 250 trees on the
/// bundled sample get to NDCG@10 0.59 in training instead of 0.83.)
class BoltzRank : public Objective {
 public:
  explicit BoltzRank(const BoltzRankOptions& options) : options_(options) {}

  double prepare(const QueryLists& queries) override {
    check_gains(queries, "boltzrank");
    samples_.build(queries, options_.samples);
    MaxDcg max_dcg;
    max_dcg.build(queries, options_.cutoff);
    ndcg_.assign(queries.queries() * options_.samples, 0.0);
    target_.assign(queries.queries() * options_.samples, 0.0);
    parallel_for(queries.threads, queries.queries(), [&](std::size_t q, int) {
      if (!samples_.has(q)) return;
      const std::span<const float> labels = queries.labels_of(q);
      const auto ndcg = std::span(ndcg_).subspan(q * options_.samples, options_.samples);
      const auto target = std::span(target_).subspan(q * options_.samples, options_.samples);
      samples_.visit(q, labels.size(), [&](auto ranks) {
        find_ndcg(labels, max_dcg, max_dcg.of(q), ranks, ndcg);
        const double slope = energy_slope(labels.size(), options_.scale);
        add_energies(ranks, target,
                     [&](std::size_t j) { return slope * static_cast<double>(labels[j]); });
      });
      // Also where derivatives are asked for by the exact kernels: there is no workspace yet to say
      // so. All fast tables give the same bits.
      normalise(target, fastest_kernels());
    });
    return 0;
  }

  double differentiate(const QueryView& query, const Round&, Workspace& workspace,
                       const Derivatives& out) const override {
    if (!samples_.has(query.number)) return no_derivatives(out);
    return samples_.visit(query.number, query.labels.size(),
                          [&](auto ranks) { return differentiate(query, ranks, workspace, out); });
  }

  double cost(std::size_t documents) const override { return static_cast<double>(documents); }

 private:
  template <typename Rank>
  void find_ndcg(std::span<const float> labels, const MaxDcg& max_dcg, double best,
                 std::span<const Rank> ranks, std::span<double> ndcg) const {
    if (best == 0) return;  // labels so small that no gain is left
    const std::size_t places = options_.cutoff == 0 ? labels.size() : options_.cutoff;
    for (std::size_t j = 0; j < labels.size(); ++j) {
      const double gain = MaxDcg::gain(labels[j]) / best;
      if (gain == 0) continue;
      for (std::size_t k = 0; k < ndcg.size(); ++k) {
        const std::size_t rank = ranks[j * ndcg.size() + k];
        if (rank <= places) ndcg[k] += gain * max_dcg.discounts()[rank - 1];
      }
    }
  }

  template <typename Rank>
  double differentiate(const QueryView& query, std::span<const Rank> ranks, Workspace& workspace,
                       const Derivatives& out) const {
    const std::size_t m = query.labels.size();
    const std::size_t samples = options_.samples;
    const double lambda = options_.lambda;
    const double slope = energy_slope(m, options_.scale);
    const auto ndcg = std::span(ndcg_).subspan(query.number * samples, samples);
    const auto target = std::span(target_).subspan(query.number * samples, samples);
    Arena& memory = workspace.memory;

    const double middle =
        std::accumulate(query.scores.begin(), query.scores.end(), 0.0) / static_cast<double>(m);
    const std::span<double> p = memory.take<double>(samples);
    add_energies(ranks, p, [&](std::size_t j) { return slope * (query.scores[j] - middle); });
    const double target_energy = dot(target.data(), p.data(), samples);
    const double log_z = normalise(p, *workspace.kernels);

    const double mean_ndcg = dot(p.data(), ndcg.data(), samples);
    const std::span<double> w = memory.take<double>(samples);
    const std::span<double> v = memory.take<double>(samples);
    for (std::size_t k = 0; k < samples; ++k) {
      const double better = p[k] * (ndcg[k] - mean_ndcg);
      w[k] = lambda * better + (1 - lambda) * (target[k] - p[k]);
      v[k] = lambda * std::abs(better) + (1 - lambda) * std::max(p[k], target[k]);
    }

    const std::span<double> rank = memory.take<double>(samples);
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t k = 0; k < samples; ++k) {
        rank[k] = static_cast<double>(ranks[j * samples + k]);
      }
      const double mean_rank = dot(p.data(), rank.data(), samples);
      out.gradient[j] = slope * dot(w.data(), rank.data(), samples);
      out.hessian[j] = slope * slope * spread(v.data(), rank.data(), mean_rank, samples);
    }
    return -lambda * mean_ndcg + (1 - lambda) * (target_energy + log_z);
  }

  BoltzRankOptions options_;
  RankSamples samples_;
  std::vector<double> ndcg_;    // of each sample of each query
  std::vector<double> target_;  // P(R|y) of the same
};

}  // namespace

ObjectiveEntry boltzrank_objective() {
  return {
      {.name = "boltzrank",
       .summary = "the expected NDCG, and the likelihood, of sampled rankings whose probability "
                  "comes from the scores",
       .paper = "Volkovs, Zemel, BoltzRank: learning to maximize expected ranking gain (ICML 2009)",
       .cost = "n for each of the sampled rankings",
       .leaf = LeafRule::kNewton,
       .options =
           {{"boltzrank-lambda",
             "X",
             "0.9",
             "the share of the expected NDCG; the rest is the likelihood of the rankings "
             "that the labels make probable",
             {},
             "0.3..1"},
            {"boltzrank-samples",
             "N",
             "100",
             "rankings for each query, drawn once; memory is 2 N bytes a row",
             {}},
            {"boltzrank-scale",
             "X",
             "10",
             "what energies are multiplied by: larger, and smaller differences of scores "
             "decide",
             {},
             "1..50 log"},
            {"boltzrank-k", "K", "10", "the K of NDCG@K (0: the whole list)", {}, "0, 5, 10, 20"}}},
      [](const OptionReader& options) {
        return std::make_unique<BoltzRank>(BoltzRankOptions{
            options.real("boltzrank-lambda", 0, 1),
            static_cast<std::size_t>(options.integer("boltzrank-samples", 2, 100000)),
            options.real("boltzrank-scale", 1e-6, 1e6),
            static_cast<std::size_t>(options.integer("boltzrank-k", 0, 1L << 30))});
      }};
}

}  // namespace gbrank
