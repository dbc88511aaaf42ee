#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "objective/label_order.h"
#include "objective/list.h"
#include "objective/max_dcg.h"
#include "objective/pair_rows.h"
#include "objective/score_order.h"

namespace gbrank {
namespace {

struct SpsaOptions {
  double step;
  std::size_t evaluations;
  bool one_at_a_time;  // fdsa
};

/// The documents of a query by place, from the highest score to the lowest.
struct Ranked {
  std::span<const std::uint32_t> document;
  std::span<const double> score;
  std::span<const double> gain;  // over maxDCG
  std::span<const double> discount;
  std::uint64_t key;  // of ties

  std::size_t size() const { return document.size(); }

  /// Whether the document at place a, with score x, stands before the one at b with score y.
  bool before(std::size_t a, double x, std::size_t b, double y) const {
    if (x != y) return x > y;
    return tie_word(key, document[a]) < tie_word(key, document[b]);
  }
};

double ndcg(const Ranked& ranked) {
  return std::inner_product(ranked.gain.begin(), ranked.gain.end(), ranked.discount.begin(), 0.0);
}

/// NDCG when the documents at the places `up` gain `shift` and those at `down` lose it. Both stay
/// in order among themselves, so there is nothing to sort but to merge.
double shifted_ndcg(const Ranked& ranked, std::span<const std::uint32_t> up,
                    std::span<const std::uint32_t> down, double shift) {
  double sum = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < up.size() && j < down.size()) {
    const double discount = ranked.discount[i + j];
    const bool first =
        ranked.before(up[i], ranked.score[up[i]] + shift, down[j], ranked.score[down[j]] - shift);
    sum += ranked.gain[first ? up[i++] : down[j++]] * discount;
  }
  for (; i < up.size(); ++i) sum += ranked.gain[up[i]] * ranked.discount[i + j];
  for (; j < down.size(); ++j) sum += ranked.gain[down[j]] * ranked.discount[i + j];
  return sum;
}

/// NDCG with one document moved, less NDCG: the documents that it passes move by one place each,
/// and what they gain or lose together is a difference of two running sums.
class Moves {
 public:
  Moves(const Ranked& ranked, Arena& memory)
      : ranked_(ranked),
        lost_(memory.take<double>(ranked.size())),
        won_(memory.take<double>(ranked.size())) {
    for (std::size_t r = 0; r + 1 < ranked.size(); ++r) {
      const double fall = ranked.discount[r] - ranked.discount[r + 1];
      lost_[r + 1] = lost_[r] + ranked.gain[r] * fall;
      won_[r + 1] = won_[r] + ranked.gain[r + 1] * fall;
    }
  }

  double change(std::size_t from, double score) const {
    const auto stands_before = [&](std::size_t place) {
      return ranked_.before(place, ranked_.score[place], from, score);
    };
    // Binary search among the places above, or those below.
    std::size_t begin = 0;
    std::size_t end = from;
    if (score < ranked_.score[from]) {
      begin = from + 1;
      end = ranked_.size();
    }
    while (begin < end) {
      const std::size_t middle = (begin + end) / 2;
      if (stands_before(middle)) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    const std::size_t to = begin > from ? begin - 1 : begin;
    const double passed = to < from ? lost_[to] - lost_[from] : won_[to] - won_[from];
    return ranked_.gain[from] * (ranked_.discount[to] - ranked_.discount[from]) + passed;
  }

 private:
  const Ranked& ranked_;
  std::span<double> lost_;  // by the documents above a place, if each moves down by one
  std::span<double> won_;   // by those from the second to the one at a place, if each moves up
};

/// Numerical gradients of the true loss 1 - NDCG (Yue and Burges 2007). With step c,
///   fdsa: gradient_i = (L(s + c e_i) - L(s - c e_i)) / 2c;
///   spsa: gradient_i = Delta_i (L(s + c Delta) - L(s - c Delta)) / 2c with random Delta_i = +-1,
/// averaged over several Delta: two evaluations each, however many documents there are. Equal
/// scores stand in one random order in all evaluations of a round.
///
/// NDCG depends on differences of scores only, so its gradient sums to zero; what the estimate has
/// besides, its mean, can only be error and is taken off.
///
/// The loss is flat between jumps and says nothing of its curvature. Moving every document by the
/// step can put a random order into the ideal one, which is worth about a quarter in the NDCG of a
/// whole list; the curvature is that of a parabola which rises by as much, n h c^2 / 2 = 1/4, the
/// same for every document. Newton steps are then in units of c, so that c only sets the scale of
/// the scores.
class SpsaNdcg : public Objective {
 public:
  explicit SpsaNdcg(const SpsaOptions& options) : options_(options) {}

  double prepare(const QueryLists& queries) override {
    check_gains(queries, "spsa-ndcg");
    max_dcg_.build(queries, 0);
    return 0;
  }

  double differentiate(const QueryView& query, const Round& round, Workspace& workspace,
                       const Derivatives& out) const override {
    const std::span<const float> labels = query.labels;
    const double best = max_dcg_.of(query.number);
    if (std::ranges::adjacent_find(labels, std::not_equal_to<>{}) == labels.end() || best == 0) {
      return no_derivatives(out);
    }
    const std::size_t n = labels.size();
    Arena& memory = workspace.memory;
    const std::uint64_t key = tie_key(query, round);
    const auto order = order_by_score(query.scores, key, memory);
    const std::span<double> score = memory.take<double>(n);
    const std::span<double> gain = memory.take<double>(n);
    for (std::size_t r = 0; r < n; ++r) {
      score[r] = query.scores[order[r]];
      gain[r] = MaxDcg::gain(labels[order[r]]) / best;
    }
    const Ranked ranked{order, score, gain, max_dcg_.discounts().first(n), key};

    // Of NDCG, so far, and without the divisor.
    const std::span<double> estimate = memory.take<double>(n);
    double divisor = 2 * options_.step;
    if (options_.one_at_a_time) {
      difference_each(ranked, memory, estimate);
    } else {
      const std::size_t perturbations = options_.evaluations / 2;
      perturb_all(ranked, perturbations, Random(random_key(key, kPerturbations)), memory, estimate);
      divisor *= static_cast<double>(perturbations);
    }
    const auto documents = static_cast<double>(n);
    const double mean = std::accumulate(estimate.begin(), estimate.end(), 0.0) / documents;
    for (std::size_t r = 0; r < n; ++r) out.gradient[order[r]] = (mean - estimate[r]) / divisor;
    std::ranges::fill(out.hessian, 0.5 / (documents * options_.step * options_.step));
    return 1 - ndcg(ranked);
  }

  double cost(std::size_t documents) const override {
    const auto n = static_cast<double>(documents);
    const double sort = std::log2(n + 1);
    return n * (sort + (options_.one_at_a_time ? sort : static_cast<double>(options_.evaluations)));
  }

 private:
  /// Keeps the perturbations apart from the ties.
  static constexpr std::uint64_t kPerturbations = 0x73707361ULL;

  void difference_each(const Ranked& ranked, Arena& memory, std::span<double> estimate) const {
    const Moves moves(ranked, memory);
    for (std::size_t r = 0; r < ranked.size(); ++r) {
      estimate[r] = moves.change(r, ranked.score[r] + options_.step) -
                    moves.change(r, ranked.score[r] - options_.step);
    }
  }

  void perturb_all(const Ranked& ranked, std::size_t perturbations, Random random, Arena& memory,
                   std::span<double> estimate) const {
    const std::span<std::uint32_t> up = memory.take<std::uint32_t>(ranked.size());
    const std::span<std::uint32_t> down = memory.take<std::uint32_t>(ranked.size());
    for (std::size_t p = 0; p < perturbations; ++p) {
      std::size_t ups = 0;
      std::size_t downs = 0;
      std::uint64_t signs = 0;
      for (std::uint32_t r = 0; r < ranked.size(); ++r, signs >>= 1) {
        if (r % 64 == 0) signs = random.next();
        // Both are written and one is kept: a branch here would be guessed wrong half the time.
        up[ups] = r;
        down[downs] = r;
        ups += signs & 1;
        downs += ~signs & 1;
      }
      const auto risen = up.first(ups);
      const auto fallen = down.first(downs);
      const double difference = shifted_ndcg(ranked, risen, fallen, options_.step) -
                                shifted_ndcg(ranked, risen, fallen, -options_.step);
      for (const std::uint32_t r : risen) estimate[r] += difference;
      for (const std::uint32_t r : fallen) estimate[r] -= difference;
    }
  }

  SpsaOptions options_;
  MaxDcg max_dcg_;
};

}  // namespace

ObjectiveEntry spsa_ndcg_objective() {
  static const std::vector<std::string> kMethods = {"spsa", "fdsa"};
  return {{.name = "spsa-ndcg",
           .summary = "NDCG itself, by numerical gradients: a yardstick for the other objectives",
           .paper = "Yue, Burges, On using simultaneous perturbation stochastic approximation for "
                    "IR measures, and the empirical optimality of LambdaRank (NIPS 2007 workshop)",
           .cost = "n log n, and n for each evaluation; fdsa: n log n",
           .leaf = LeafRule::kNewton,
           .options = {{"spsa-step",
                        "X",
                        "1",
                        "how far scores are moved to see what changes; sets the scale of the "
                        "scores",
                        {},
                        "0.1..3 log"},
                       {"spsa-evaluations",
                        "N",
                        "16",
                        "how often NDCG is computed for a query in a round, an even number",
                        {}},
                       {"spsa-method", "NAME", "spsa",
                        "spsa moves all documents at once, at random; fdsa each on its own, "
                        "whatever --spsa-evaluations says",
                        kMethods}}},
          [](const OptionReader& options) {
            const long evaluations = options.integer("spsa-evaluations", 2, 1000000);
            if (evaluations % 2 != 0) {
              throw OptionError(
                  fmt::format("spsa-evaluations is '{}', expected an even number", evaluations));
            }
            return std::make_unique<SpsaNdcg>(SpsaOptions{
                options.real("spsa-step", 1e-9, 1e9), static_cast<std::size_t>(evaluations),
                options.word("spsa-method", kMethods) == "fdsa"});
          }};
}

}  // namespace gbrank
