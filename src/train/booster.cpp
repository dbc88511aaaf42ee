#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/fit.h"

#include "base/counted.h"
#include "base/parallel.h"
#include "base/random.h"
#include "objective/list.h"
#include "train/early_stopping.h"
#include "train/fit_options.h"
#include "train/gradients.h"
#include "train/leaf_finder.h"
#include "train/query_weights.h"
#include "train/sampling.h"
#include "train/streams.h"
#include "train/tree_builder.h"

namespace gbrank {
namespace {

/// Errors about labels say which data has them.
template <typename Function>
auto naming(const Dataset& data, Function&& function) {
  try {
    return function();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", data.name(), error.what()));
  }
}

/// A data set that scores are kept for, and the metrics on it.
struct ScoredData {
  const Dataset* data;
  std::vector<double> scores;
  std::vector<Evaluator> evaluators;

  ScoredData(const Dataset& set, double start, std::span<const Metric> metrics,
             const Convention& convention)
      : data(&set), scores(set.rows(), start) {
    for (const Metric& metric : metrics) {
      evaluators.push_back(
          naming(set, [&] { return Evaluator(metric, convention, set.judged_lists()); }));
    }
  }

  std::vector<double> evaluate(int threads) const {
    std::vector<double> values;
    for (const Evaluator& evaluator : evaluators) {
      values.push_back(evaluator.evaluate(scores, threads).mean);
    }
    return values;
  }

  /// Adds a tree to the rows of these queries.
  void add_tree(const GrownTree& grown, std::span<const std::uint32_t> queries, int threads) {
    const LeafFinder finder(*data, grown);
    parallel_shares(threads, queries.size(), [&](std::size_t i, int) {
      const std::size_t end = data->query_offsets()[queries[i] + 1];
      for (std::size_t row = data->query_offsets()[queries[i]]; row < end; ++row) {
        scores[row] += grown.tree.value[finder.leaf_of(row)];
      }
    });
  }
};

std::vector<std::uint32_t> all_below(std::size_t count) {
  return sample_without_replacement(count, 1, 0);
}

std::vector<std::uint32_t> rows_of_queries(const Dataset& data,
                                           std::span<const std::uint32_t> queries) {
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t query : queries) {
    for (std::size_t row = data.query_offsets()[query]; row < data.query_offsets()[query + 1];
         ++row) {
      rows.push_back(static_cast<std::uint32_t>(row));
    }
  }
  return rows;
}

/// A model file can hold nothing else.
void check_finite(const Tree& tree) {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (std::ranges::all_of(tree.gain, finite) && std::ranges::all_of(tree.value, finite)) return;
  throw Error(
      "a tree has a gain or a leaf that is not finite: labels or weights of too different sizes, "
      "or a learning rate that is too high");
}

std::vector<std::string> names_for_model(const FitOptions& options, std::size_t features) {
  if (options.feature_names.empty()) return default_feature_names(features);
  if (options.feature_names.size() < features) {
    throw Error(fmt::format("found {}, the data has {}",
                            counted(options.feature_names.size(), "feature name"),
                            counted(features, "feature")));
  }
  return options.feature_names;
}

/// One fit: the state that goes from round to round.
class Booster {
 public:
  Booster(const Dataset& train, std::span<const Dataset> valid, const FitOptions& options)
      : options_(options),
        threads_(resolve_threads(options.threads)),
        train_(train),
        entry_(find_objective(options.objective)),
        objective_options_(complete_options(entry_, options.objective_options)),
        objective_(entry_.make(OptionReader(objective_options_))),
        lists_{train.labels(), train.query_offsets(), options.query_weights,
               objective_seed(options.seed), threads_},
        weighty_queries_(naming(train, [&] { return queries_that_count(lists_); })),
        start_(naming(train, [&] { return objective_->prepare(lists_); })),
        scored_train_(
            train, start_,
            options.train_metrics ? std::span(options.metrics) : std::span<const Metric>{},
            options.convention),
        loop_(lists_, *objective_, entry_.info.traces.size()),
        builder_(train, options.tree, threads_),
        all_queries_(all_below(train.queries())),
        stopping_(options.early_stopping, options.metrics.front().higher_is_better()) {
    for (const Dataset& set : valid) {
      scored_valid_.emplace_back(set, start_, options.metrics, options.convention);
      if (std::isnan(scored_valid_.back().evaluate(threads_).front())) {
        throw Error(
            fmt::format("{}: no query counts for {}", set.name(), options.metrics.front().name()));
      }
    }
  }

  Ensemble run(const RoundCallback& on_round) {
    Ensemble ensemble;
    ensemble.base_score = start_;
    ensemble.feature_names = names_for_model(options_, train_.binning().features);
    bool stop = false;
    for (int round = 1; round <= options_.trees && !stop; ++round) {
      RoundReport report = train_round(round, ensemble);
      stop = report.nothing_to_learn;
      if (!scored_valid_.empty() && !report.nothing_to_learn) {
        stop = stopping_.add(round, report.valid_metrics.front().front());
      }
      report.best_round = stopping_.best_round();
      if (on_round) on_round(report);
    }
    if (options_.early_stopping > 0 && stopping_.best_round() > 0) {
      ensemble.trees.resize(static_cast<std::size_t>(stopping_.best_round()));
    }
    ensemble.training = {entry_.info.name,
                         objective_options_,
                         describe_options(options_, train_.binning()),
                         options_.seed,
                         train_.rows(),
                         train_.queries(),
                         static_cast<std::size_t>(stopping_.best_round())};
    return ensemble;
  }

 private:
  std::uint64_t key(Stream stream, int round) const {
    return random_key(options_.seed, stream, round);
  }

  RoundReport train_round(int round, Ensemble& ensemble) {
    RoundReport report{};
    report.round = round;
    report.planned = options_.trees;
    std::vector<std::uint32_t> queries = sample_without_replacement(
        weighty_queries_.size(), options_.query_fraction, key(Stream::kQueries, round));
    for (std::uint32_t& query : queries) query = weighty_queries_[query];
    if (queries != sampled_queries_) {
      sampled_rows_ = rows_of_queries(train_, queries);
      sampled_queries_ = queries;
    }
    const std::span<const std::uint32_t> rows = sampled_rows_;
    const std::vector<std::uint32_t> columns = sample_without_replacement(
        train_.columns(), options_.feature_fraction, key(Stream::kFeatures, round));

    const bool wants_loss =
        options_.loss_every > 0 && (round % options_.loss_every == 0 || round == options_.trees);
    report.loss =
        loop_.run(queries, scored_train_.scores, {round, options_.trees, lists_.seed, wants_loss});
    if (!wants_loss) report.loss = std::numeric_limits<double>::quiet_NaN();
    report.traces = loop_.mean_traces();
    // A mean is a Newton step on a curvature of one.
    if (leaf_rule(options_) == LeafRule::kMean) loop_.flatten_hessian(queries);
    naming(train_, [&] { gradients_.quantise(loop_.gradient(), loop_.hessian(), rows, threads_); });
    report.nothing_to_learn = gradients_.all_zero() && queries.size() == weighty_queries_.size();
    if (!report.nothing_to_learn) {
      GrownTree grown = builder_.grow(
          gradients_,
          {loop_.gradient(), loop_.hessian(), gradients_.gradient_sum(), gradients_.hessian_sum()},
          rows, columns, options_.learning_rate);
      check_finite(grown.tree);
      builder_.add_leaf_values(grown.tree, scored_train_.scores);
      if (queries.size() < all_queries_.size()) {
        std::vector<std::uint32_t> others;
        std::ranges::set_difference(all_queries_, queries, std::back_inserter(others));
        scored_train_.add_tree(grown, others, threads_);
      }
      for (ScoredData& set : scored_valid_) {
        set.add_tree(grown, all_below(set.data->queries()), threads_);
      }
      ensemble.trees.push_back(std::move(grown.tree));
    }
    report.train_metrics = scored_train_.evaluate(threads_);
    for (const ScoredData& set : scored_valid_) {
      report.valid_metrics.push_back(set.evaluate(threads_));
    }
    return report;
  }

  const FitOptions& options_;
  int threads_;
  const Dataset& train_;
  const ObjectiveEntry& entry_;
  OptionTexts objective_options_;
  std::unique_ptr<Objective> objective_;
  QueryLists lists_;
  std::vector<std::uint32_t> weighty_queries_;
  double start_;
  ScoredData scored_train_;
  std::vector<ScoredData> scored_valid_;
  GradientLoop loop_;
  QuantisedGradients gradients_;
  TreeBuilder builder_;
  std::vector<std::uint32_t> all_queries_;
  std::vector<std::uint32_t> sampled_queries_;  // of the last round
  std::vector<std::uint32_t> sampled_rows_;     // of these
  EarlyStopping stopping_;
};

}  // namespace

Ensemble fit(const Dataset& train, std::span<const Dataset> valid, const FitOptions& options,
             const RoundCallback& on_round) {
  check_options(options);
  return Booster(train, valid, options).run(on_round);
}

}  // namespace gbrank
