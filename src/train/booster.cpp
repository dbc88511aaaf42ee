#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/fit.h"

#include "base/counted.h"
#include "base/parallel.h"
#include "objective/list.h"
#include "train/bag.h"
#include "train/early_stopping.h"
#include "train/fit_options.h"
#include "train/scored_data.h"

namespace gbrank {
namespace {

std::vector<std::string> names_for_model(const FitOptions& options, std::size_t features) {
  if (options.feature_names.empty()) return default_feature_names(features);
  if (options.feature_names.size() < features) {
    throw Error(fmt::format("found {}, the data has {}",
                            counted(options.feature_names.size(), "feature name"),
                            counted(features, "feature")));
  }
  return options.feature_names;
}

/// The mean over bags; nan where one has none.
double mean_loss(std::span<const Bag::Round> rounds) {
  double sum = 0;
  for (const Bag::Round& round : rounds) sum += round.loss;
  return sum / static_cast<double>(rounds.size());
}

/// Over the bags that have them.
std::vector<double> mean_traces(std::span<const Bag::Round> rounds) {
  std::vector<double> means(rounds.front().traces.size());
  for (std::size_t t = 0; t < means.size(); ++t) {
    double count = 0;
    for (const Bag::Round& round : rounds) {
      if (std::isnan(round.traces[t])) continue;
      means[t] += round.traces[t];
      ++count;
    }
    means[t] = count > 0 ? means[t] / count : std::numeric_limits<double>::quiet_NaN();
  }
  return means;
}

/// One fit: its bags, which go from round to round together, and what is made of them.
class Booster {
 public:
  Booster(const Dataset& train, std::span<const Dataset> valid, const FitOptions& options)
      : options_(options),
        threads_(resolve_threads(options.threads)),
        train_(train),
        entry_(find_objective(options.objective)),
        stopping_(options.early_stopping, options.metrics.front().higher_is_better()) {
    for (int b = 0; b < options.bags; ++b) {
      bags_.push_back(std::make_unique<Bag>(train, options_, weights_of_bag(train, options_, b),
                                            seed_of_bag(options_, b), threads_));
      start_ += bags_.back()->start() / options.bags;
    }
    if (options.train_metrics) {
      scored_train_.emplace_back(train, start_, options.metrics, options.convention);
    }
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
    std::vector<std::size_t> trees_after = {0};  // by round
    bool stop = false;
    for (int round = 1; round <= options_.trees && !stop; ++round) {
      RoundReport report = train_round(round, ensemble);
      trees_after.push_back(ensemble.trees.size());
      stop = report.nothing_to_learn;
      if (!scored_valid_.empty() && !report.nothing_to_learn) {
        stop = stopping_.add(round, report.valid_metrics.front().front());
      }
      report.best_round = stopping_.best_round();
      report.trees = ensemble.trees.size();
      if (on_round) on_round(report);
    }
    const auto best_round = static_cast<std::size_t>(stopping_.best_round());
    if (options_.early_stopping > 0 && best_round > 0) {
      ensemble.trees.resize(trees_after[best_round]);
    }
    ensemble.training = {entry_.info.name,
                         bags_.front()->objective_options(),
                         describe_options(options_, train_.binning()),
                         options_.seed,
                         train_.rows(),
                         train_.queries(),
                         best_round};
    return ensemble;
  }

 private:
  /// Side by side where every thread then has a bag, and otherwise one after the other, each with
  /// all threads: a bag does not depend on them.
  std::vector<Bag::Round> train_bags(int round) {
    std::vector<Bag::Round> rounds(bags_.size());
    const auto train = [&](std::size_t b, int) { rounds[b] = bags_[b]->train_round(round); };
    if (bags_.size() < static_cast<std::size_t>(threads_)) {
      for (std::size_t b = 0; b < bags_.size(); ++b) train(b, 0);
    } else {
      parallel_shares(threads_, bags_.size(), train);
    }
    return rounds;
  }

  /// Each bag's trees answer for its share of the mean.
  void add_tree(GrownTree grown, Ensemble& ensemble) {
    for (double& value : grown.tree.value) value /= options_.bags;
    for (ScoredData& set : scored_valid_) set.add_tree(grown, threads_);
    if (options_.bags > 1) {
      for (ScoredData& set : scored_train_) set.add_tree(grown, threads_);
    }
    ensemble.trees.push_back(std::move(grown.tree));
  }

  RoundReport train_round(int round, Ensemble& ensemble) {
    std::vector<Bag::Round> rounds = train_bags(round);
    RoundReport report{};
    report.round = round;
    report.planned = options_.trees;
    report.loss = mean_loss(rounds);
    report.traces = mean_traces(rounds);
    report.nothing_to_learn = true;
    for (Bag::Round& bag : rounds) {
      if (bag.nothing_to_learn) continue;
      report.nothing_to_learn = false;
      add_tree(std::move(bag.grown), ensemble);
    }
    for (ScoredData& set : scored_train_) {
      // A bag alone has these scores already.
      if (options_.bags == 1) std::ranges::copy(bags_.front()->scores(), set.scores().begin());
      report.train_metrics = set.evaluate(threads_);
    }
    for (const ScoredData& set : scored_valid_) {
      report.valid_metrics.push_back(set.evaluate(threads_));
    }
    return report;
  }

  const FitOptions& options_;
  int threads_;
  const Dataset& train_;
  const ObjectiveEntry& entry_;
  std::vector<std::unique_ptr<Bag>> bags_;
  double start_ = 0;
  std::vector<ScoredData> scored_train_;  // one, where its metrics are asked for
  std::vector<ScoredData> scored_valid_;
  EarlyStopping stopping_;
};

}  // namespace

Ensemble fit(const Dataset& train, std::span<const Dataset> valid, const FitOptions& options,
             const RoundCallback& on_round) {
  check_options(options);
  return Booster(train, valid, options).run(on_round);
}

}  // namespace gbrank
