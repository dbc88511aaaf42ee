#include "experiment/cross_validation.h"

#include <algorithm>
#include <optional>

#include "gbrank/error.h"
#include "gbrank/model_io.h"

#include "experiment/fit_key.h"
#include "experiment/result_store.h"
#include "experiment/side_by_side.h"
#include "train/early_stopping.h"

namespace gbrank {
namespace {

/// A finished fit: the model, and by round its validation metric (where it was measured) and how
/// many trees there were.
struct Fitted {
  Ensemble model;
  std::vector<double> curve;
  std::vector<std::size_t> trees_after;
};

nlohmann::json to_json(const Fitted& fitted) {
  return {{"model", model_to_text(fitted.model)},
          {"curve", fitted.curve},
          {"trees_after", fitted.trees_after}};
}

/// None where another program has stored something else: the fit is then done again.
std::optional<Fitted> from_json(const nlohmann::json& json) {
  try {
    return Fitted{model_from_text(json.at("model").get_ref<const std::string&>(), "stored"),
                  json.at("curve").get<std::vector<double>>(),
                  json.at("trees_after").get<std::vector<std::size_t>>()};
  } catch (const Error&) {
  } catch (const nlohmann::json::exception&) {
  }
  return {};
}

/// Trains on a fold. Every planted tree is kept unless the fit itself stops early.
Fitted train_on(const Fold& fold, const FitOptions& options, std::span<const Dataset> valid) {
  Fitted fitted;
  fitted.model = fit(fold.train, valid, options, [&](const RoundReport& report) {
    if (!report.valid_metrics.empty()) {
      fitted.curve.push_back(report.valid_metrics.front().front());
    }
    fitted.trees_after.push_back(report.trees);
  });
  return fitted;
}

/// The best round, from 1, by the rule of a fit that stops early: it then has these trees already.
std::size_t best_round(std::span<const double> curve, bool higher_is_better) {
  EarlyStopping rule(0, higher_is_better);
  for (std::size_t r = 0; r < curve.size(); ++r) rule.add(static_cast<int>(r) + 1, curve[r]);
  return static_cast<std::size_t>(rule.best_round());
}

/// A fit may end before the others where nothing is left to learn: its metric then stays.
std::vector<double> mean_curve(std::span<const Fitted> fits) {
  std::size_t rounds = 0;
  for (const Fitted& fitted : fits) rounds = std::max(rounds, fitted.curve.size());
  std::vector<double> mean(rounds);
  for (const Fitted& fitted : fits) {
    for (std::size_t r = 0; r < rounds; ++r) {
      mean[r] += fitted.curve[std::min(r, fitted.curve.size() - 1)] / double(fits.size());
    }
  }
  return mean;
}

/// The trees up to a round.
std::size_t keep_rounds(Fitted& fitted, std::size_t rounds) {
  const std::size_t kept = std::min(rounds, fitted.trees_after.size());
  const std::size_t trees = kept == 0 ? 0 : fitted.trees_after[kept - 1];
  // Early stopping has dropped the same trees already.
  if (trees < fitted.model.trees.size()) fitted.model.trees.resize(trees);
  return kept;
}

/// Fits of one system on all folds become its result.
SystemResult measure_system(const System& system, const Folds& folds, std::vector<Fitted> fits,
                            const CrossValidationOptions& options) {
  SystemResult result{system.name, {}, {}, {}, {}, 0};
  result.values.resize(options.metrics.size());
  const bool higher = system.options.metrics.front().higher_is_better();
  if (options.choose != ChooseTrees::kAll) result.curve = mean_curve(fits);
  for (std::size_t f = 0; f < fits.size(); ++f) {
    std::size_t rounds = fits[f].trees_after.size();
    if (options.choose == ChooseTrees::kFold) rounds = best_round(fits[f].curve, higher);
    if (options.choose == ChooseTrees::kMean) rounds = best_round(result.curve, higher);
    result.rounds.push_back(keep_rounds(fits[f], rounds));
    const auto has_no_split = [](const Tree& tree) { return tree.nodes() == 0; };
    if (std::ranges::all_of(fits[f].model.trees, has_no_split)) ++result.folds_without_split;
    const JudgedText& test = *folds.folds[f].test;
    result.scores.push_back(test.score(fits[f].model, options.threads));
    for (std::size_t m = 0; m < options.metrics.size(); ++m) {
      const Evaluator evaluator(options.metrics[m], options.convention, test.judged().lists());
      result.values[m].push_back(evaluator.evaluate(result.scores.back(), options.threads));
    }
  }
  return result;
}

}  // namespace

std::vector<SystemResult> cross_validate(const Folds& folds, std::span<const System> systems,
                                         const CrossValidationOptions& options,
                                         const FitsCallback& on_fit) {
  const std::size_t fold_count = folds.folds.size();
  const ResultStore store(options.state_folder);
  std::vector<std::vector<Dataset>> valid(fold_count);
  if (options.choose != ChooseTrees::kAll) {
    for (std::size_t f = 0; f < fold_count; ++f) {
      valid[f].push_back(folds.folds[f].binned_vali(options.threads));
    }
  }
  std::vector<std::vector<Fitted>> fits(systems.size(), std::vector<Fitted>(fold_count));
  // System by system, so that a run that is stopped has whole rows.
  const auto fit_one = [&](std::size_t unit) {
    const std::size_t s = unit / fold_count;
    const std::size_t f = unit % fold_count;
    FitOptions of_system = systems[s].options;
    of_system.threads = options.threads;
    of_system.loss_every = 0;
    const std::string key =
        fit_key(folds.folds[f], of_system) + (valid[f].empty() ? "no validation\n" : "validated\n");
    if (const std::optional<nlohmann::json> stored = store.find(key)) {
      if (std::optional<Fitted> fitted = from_json(*stored)) {
        fits[s][f] = std::move(*fitted);
        return true;
      }
    }
    fits[s][f] = train_on(folds.folds[f], of_system, valid[f]);
    store.add(key, to_json(fits[s][f]));
    return false;
  };
  run_side_by_side(options.threads, systems.size() * fold_count, fit_one,
                   [&](std::size_t done, std::size_t planned, bool was_stored) {
                     if (on_fit) on_fit(done, planned, was_stored);
                   });
  std::vector<SystemResult> results;
  for (std::size_t s = 0; s < systems.size(); ++s) {
    results.push_back(measure_system(systems[s], folds, std::move(fits[s]), options));
  }
  return results;
}

}  // namespace gbrank
