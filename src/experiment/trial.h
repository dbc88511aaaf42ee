#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gbrank/fit.h"
#include "gbrank/metrics.h"

#include "experiment/search_space.h"

namespace gbrank {

struct TuningOptions {
  /// Settings that are drawn, besides those that the search starts from, which are trial 0.
  int trials = 60;
  /// Seeds that the last of them are fitted with. Every trial has one; the better third goes on to
  /// three, the better third of those to nine, and so on.
  int repeats = 9;
  /// No new trial is begun when so many seconds less those that the repeats will take are over, and
  /// no fit after all of them; 0: no limit. With a limit, the result depends on how fast the
  /// machine is.
  double seconds = 0;
  /// A trial's value is the mean of these, which must be better in the same direction.
  std::vector<Metric> metrics;
  Convention convention;
  std::uint64_t seed = 1;
  int threads = 1;
  /// Where finished fits are kept; empty: nowhere.
  std::string state_folder;
};

/// One choice of settings, and what it was worth on validation data.
struct Trial {
  std::size_t number;
  OptionTexts drawn;  // none for trial 0
  FitOptions options;
  std::size_t repeats = 0;
  /// One a query, fold by fold: the mean over metrics and repeats; NaN where the query does not
  /// count.
  std::vector<double> per_query;
  std::vector<double> folds;  // means over the queries of each fold
  double value = 0;           // the mean of these; NaN for a trial that failed
  /// Why it has no value: settings may be fine by themselves and still diverge on this data.
  std::string failure;
};

/// The settings to start from, trial 0, and those that a search draws, which all differ: numbers of
/// draws whose settings were there already are left out, and there are fewer than asked for where
/// so many do not exist. Throws Error for a value that an option does not take.
std::vector<Trial> draw_trials(const FitOptions& start, std::span<const SearchedOption> space,
                               const TuningOptions& options);

/// How often each of several rankings of the same queries has the best mean when queries are drawn
/// anew, with replacement: how sure the choice of the first is. Those that are equally good share;
/// all shares add up to 1.
std::vector<double> shares_of_first(std::span<const Trial> trials, bool higher_is_better,
                                    std::size_t samples, std::uint64_t seed);

}  // namespace gbrank
