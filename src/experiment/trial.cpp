#include "experiment/trial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/random.h"
#include "train/fit_options.h"

namespace gbrank {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<Trial> draw_trials(const FitOptions& start, std::span<const SearchedOption> space,
                               const TuningOptions& options) {
  Trial first{0, {}, start, 0, {}, {}, kNaN, {}};
  first.options.metrics = options.metrics;
  first.options.convention = options.convention;
  first.options.early_stopping = 0;
  first.options.train_metrics = false;
  first.options.loss_every = 0;
  first.options.threads = options.threads;
  std::vector<Trial> trials = {first};
  std::set<OptionTexts> known = {describe_settings(first.options)};
  // So many draws find nearly all of a few possible ones.
  const int most = 10 * options.trials + 100;
  const auto wanted = static_cast<std::size_t>(options.trials) + 1;
  for (int number = 1; number <= most && trials.size() < wanted; ++number) {
    Trial trial = first;
    trial.number = static_cast<std::size_t>(number);
    trial.drawn = draw_options(space, options.seed, number);
    set_options(trial.options, trial.drawn);
    check_options(trial.options);
    if (known.insert(describe_settings(trial.options)).second) trials.push_back(std::move(trial));
  }
  return trials;
}

std::vector<double> shares_of_first(std::span<const Trial> trials, bool higher_is_better,
                                    std::size_t samples, std::uint64_t seed) {
  if (trials.empty()) return {};
  std::vector<double> shares(trials.size());
  const std::size_t queries = trials.front().per_query.size();
  std::vector<std::size_t> drawn(queries);
  std::vector<double> sums(trials.size());
  for (std::size_t sample = 0; sample < samples; ++sample) {
    Random random(random_key(seed, sample));
    for (std::size_t& query : drawn) query = random.below(queries);
    for (std::size_t t = 0; t < trials.size(); ++t) {
      sums[t] = 0;
      // The same queries count for all trials.
      for (const std::size_t query : drawn) {
        const double value = trials[t].per_query[query];
        if (!std::isnan(value)) sums[t] += value;
      }
    }
    const double best =
        higher_is_better ? *std::ranges::max_element(sums) : *std::ranges::min_element(sums);
    const auto equal = static_cast<double>(std::ranges::count(sums, best));
    for (std::size_t t = 0; t < trials.size(); ++t) {
      if (sums[t] == best) shares[t] += 1 / equal;
    }
  }
  for (double& share : shares) share /= static_cast<double>(samples);
  return shares;
}

}  // namespace gbrank
