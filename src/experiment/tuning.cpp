#include "experiment/tuning.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "experiment/fit_key.h"
#include "experiment/result_store.h"
#include "experiment/side_by_side.h"
#include "experiment/yardstick.h"

namespace gbrank {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// Of the trials of a rung, one in so many goes on, with so many times the seeds.
constexpr std::size_t kHalving = 3;

/// The mean of those that are numbers; NaN without any.
double mean_of(std::span<const double> values) {
  double sum = 0;
  std::size_t count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? kNaN : sum / static_cast<double>(count);
}

/// The state of one search: which trials are still in it, and what their fits were worth.
class Search {
 public:
  Search(const Folds& folds, std::vector<Trial> trials, const TuningOptions& options,
         const TuningEvents& events);

  Tuning run();

 private:
  using Clock = std::chrono::steady_clock;
  /// What a trial's fits gave: by repeat, then by fold.
  using Fits = std::vector<std::vector<Outcome>>;

  std::size_t fits_after(std::size_t trials, std::size_t repeats) const;
  std::size_t rung_after(std::size_t repeats) const;
  std::vector<std::size_t> survivors() const;
  bool run_rung(std::size_t repeats, double share);
  bool fit_one(std::size_t trial, std::size_t repeat, std::size_t fold);
  bool has(std::size_t trial, std::size_t repeats) const;
  void rate(std::size_t trial, std::size_t repeats);
  bool is_better(std::size_t a, std::size_t b) const;
  bool out_of_time(double share) const;

  const Folds& folds_;
  const TuningOptions& options_;
  const TuningEvents& events_;
  const ResultStore store_;
  const Clock::time_point start_ = Clock::now();
  std::vector<Yardstick> yardsticks_;
  std::size_t queries_ = 0;
  std::vector<Trial> trials_;
  std::vector<Fits> fits_;
  std::vector<std::size_t> running_;  // the best first, once they are rated
  std::size_t done_ = 0;
};

Search::Search(const Folds& folds, std::vector<Trial> trials, const TuningOptions& options,
               const TuningEvents& events)
    : folds_(folds),
      options_(options),
      events_(events),
      store_(options.state_folder),
      trials_(std::move(trials)),
      fits_(trials_.size()),
      running_(trials_.size()) {
  for (const Fold& fold : folds.folds) {
    yardsticks_.emplace_back(fold, options);
    queries_ += yardsticks_.back().queries();
  }
  std::iota(running_.begin(), running_.end(), std::size_t{0});
}

/// The repeats of the next rung.
std::size_t Search::rung_after(std::size_t repeats) const {
  if (repeats == 0) return 1;
  return std::min(repeats * kHalving, static_cast<std::size_t>(options_.repeats));
}

/// The best third of those that are running; trial 0 stays as what they are compared with.
std::vector<std::size_t> Search::survivors() const {
  const std::size_t count = (running_.size() + kHalving - 1) / kHalving;
  std::vector<std::size_t> kept(running_.begin(),
                                running_.begin() + static_cast<std::ptrdiff_t>(count));
  std::erase_if(kept, [&](std::size_t trial) { return std::isnan(trials_[trial].value); });
  const bool has_start = std::ranges::find(kept, std::size_t{0}) != kept.end();
  if (!has_start && trials_.front().failure.empty()) kept.push_back(0);
  return kept;
}

/// The most fits that the rungs after one of so many trials with so many repeats may take.
std::size_t Search::fits_after(std::size_t trials, std::size_t repeats) const {
  std::size_t fits = 0;
  while (repeats < static_cast<std::size_t>(options_.repeats)) {
    trials = std::min(trials, (trials + kHalving - 1) / kHalving + 1);
    const std::size_t more = rung_after(repeats);
    fits += trials * (more - repeats) * folds_.folds.size();
    repeats = more;
  }
  return fits;
}

bool Search::out_of_time(double share) const {
  if (options_.seconds <= 0) return false;
  const std::chrono::duration<double> elapsed = Clock::now() - start_;
  const double seconds = events_.seconds ? events_.seconds() : elapsed.count();
  return seconds > share * options_.seconds;
}

/// What the settings to start from cannot do is for the user to know.
void check_start(const Outcome& outcome) {
  if (!outcome.failure.empty()) throw Error(outcome.failure);
}

/// Returns whether an earlier run had done it.
bool Search::fit_one(std::size_t trial, std::size_t repeat, std::size_t fold) {
  FitOptions options = trials_[trial].options;
  options.seed = options_.seed + repeat;
  std::string key = fit_key(folds_.folds[fold], options) + "validation";
  for (const Metric& metric : options_.metrics) key += " " + metric.name();
  Outcome& outcome = fits_[trial][repeat][fold];
  const bool is_start = trial == 0 && repeat == 0;
  if (const std::optional<nlohmann::json> stored = store_.find(key)) {
    if (auto known = outcome_from_json(*stored, yardsticks_[fold].queries())) {
      outcome = std::move(*known);
      if (is_start) check_start(outcome);
      return true;
    }
  }
  try {
    const Ensemble model = fit(folds_.folds[fold].train, {}, options);
    outcome = {yardsticks_[fold].measure(model, options.threads)};
  } catch (const Error& error) {
    outcome = {{}, error.what()};
  }
  if (is_start) check_start(outcome);
  store_.add(key, to_json(outcome));
  return false;
}

/// Whether all fits of a trial's first repeats are done.
bool Search::has(std::size_t trial, std::size_t repeats) const {
  return std::ranges::all_of(
      fits_[trial].begin(), fits_[trial].begin() + static_cast<std::ptrdiff_t>(repeats),
      [](const std::vector<Outcome>& folds) { return std::ranges::all_of(folds, &Outcome::done); });
}

/// Means over repeats, over the queries of each fold, and over folds.
void Search::rate(std::size_t number, std::size_t repeats) {
  Trial& trial = trials_[number];
  trial.repeats = repeats;
  trial.per_query.clear();
  trial.folds.clear();
  for (std::size_t f = 0; f < folds_.folds.size(); ++f) {
    std::vector<double> mean(yardsticks_[f].queries());
    for (std::size_t r = 0; r < repeats; ++r) {
      const auto& [values, failure] = fits_[number][r][f];
      if (!failure.empty()) {
        trial.failure = failure;
        trial.per_query.assign(queries_, kNaN);
        trial.folds.assign(folds_.folds.size(), kNaN);
        trial.value = kNaN;
        return;
      }
      for (std::size_t q = 0; q < mean.size(); ++q) {
        mean[q] += values[q] / static_cast<double>(repeats);
      }
    }
    trial.folds.push_back(mean_of(mean));
    trial.per_query.insert(trial.per_query.end(), mean.begin(), mean.end());
  }
  trial.value = mean_of(trial.folds);
  if (std::isnan(trial.value)) {
    throw Error(fmt::format("no query of the validation data counts for {}",
                            options_.metrics.front().name()));
  }
}

/// Of trials with as many repeats; of equal ones, the earlier. Those that failed are the last.
bool Search::is_better(std::size_t a, std::size_t b) const {
  const double x = trials_[a].value;
  const double y = trials_[b].value;
  if (std::isnan(x) && std::isnan(y)) return a < b;
  if (std::isnan(x) || std::isnan(y)) return std::isnan(y);
  if (x == y) return a < b;
  return options_.metrics.front().higher_is_better() ? x > y : x < y;
}

/// Gives the running trials more repeats and puts them in order. Returns whether the time was
/// enough: where it was not, those of the first rung that are done are what there is, and a later
/// rung is as if it had not been.
bool Search::run_rung(std::size_t repeats, double share) {
  struct Unit {
    std::size_t trial, repeat, fold;
  };
  std::vector<Unit> units;
  for (const std::size_t trial : running_) {
    fits_[trial].resize(repeats, std::vector<Outcome>(folds_.folds.size()));
    for (std::size_t r = trials_[trial].repeats; r < repeats; ++r) {
      for (std::size_t f = 0; f < folds_.folds.size(); ++f) units.push_back({trial, r, f});
    }
  }
  const std::size_t planned = done_ + units.size() + fits_after(running_.size(), repeats);
  const auto body = [&](std::size_t i) {
    const Unit& unit = units[i];
    // Of the first rung, trial 0 is there in any case: a search always has an answer.
    const bool needed = repeats == 1 && unit.trial == 0;
    if (!needed && out_of_time(share)) return false;
    return fit_one(unit.trial, unit.repeat, unit.fold);
  };
  run_side_by_side(options_.threads, units.size(), body,
                   [&](std::size_t, std::size_t, bool was_stored) {
                     ++done_;
                     // What was left out for want of time is not done.
                     if (out_of_time(share)) return;
                     if (events_.on_fit) events_.on_fit(done_, planned, was_stored);
                   });
  const std::size_t begun = running_.size();
  if (repeats == 1)
    std::erase_if(running_, [&](std::size_t trial) { return !has(trial, repeats); });
  if (!std::ranges::all_of(running_, [&](std::size_t trial) { return has(trial, repeats); })) {
    return false;
  }
  for (const std::size_t trial : running_) rate(trial, repeats);
  std::ranges::sort(running_, [&](std::size_t a, std::size_t b) { return is_better(a, b); });
  if (events_.on_rung) events_.on_rung(running_.size(), repeats, trials_[running_.front()]);
  return running_.size() == begun;
}

Tuning Search::run() {
  const auto most = static_cast<std::size_t>(options_.repeats);
  Tuning tuning;
  std::size_t repeats = rung_after(0);
  tuning.planned = trials_.size();
  // The share of the first rung in all the work: the rest of the time is for the repeats.
  const auto first = static_cast<double>(trials_.size() * folds_.folds.size());
  const auto later = static_cast<double>(fits_after(trials_.size(), repeats));
  tuning.out_of_time = !run_rung(repeats, first / (first + later));
  while (repeats < most) {
    const std::vector<std::size_t> rung_before = running_;
    running_ = survivors();
    repeats = rung_after(repeats);
    if (run_rung(repeats, 1)) continue;
    tuning.out_of_time = true;
    running_ = rung_before;
    break;
  }
  // Failed trials are the last of those that ran as long.
  tuning.finalists = static_cast<std::size_t>(std::ranges::count_if(
      running_, [&](std::size_t trial) { return trials_[trial].failure.empty(); }));
  if (tuning.finalists == 0) {
    throw Error(fmt::format("none of the trials can be fitted with {} seeds; trial {}: {}", repeats,
                            trials_[running_.front()].number, trials_[running_.front()].failure));
  }
  for (const std::size_t trial : running_) tuning.trials.push_back(std::move(trials_[trial]));
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < trials_.size(); ++i) {
    if (trials_[i].repeats > 0 && std::ranges::find(running_, i) == running_.end()) {
      others.push_back(i);
    }
  }
  std::ranges::sort(others, [&](std::size_t a, std::size_t b) {
    const std::size_t x = trials_[a].repeats;
    const std::size_t y = trials_[b].repeats;
    return x == y ? is_better(a, b) : x > y;
  });
  for (const std::size_t trial : others) tuning.trials.push_back(std::move(trials_[trial]));
  return tuning;
}

}  // namespace

Tuning tune(const Folds& folds, std::vector<Trial> trials, const TuningOptions& options,
            const TuningEvents& events) {
  return Search(folds, std::move(trials), options, events).run();
}

}  // namespace gbrank
