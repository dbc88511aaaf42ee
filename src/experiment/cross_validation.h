#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gbrank/fit.h"
#include "gbrank/metrics.h"

#include "experiment/folds.h"

namespace gbrank {

/// How many of the planted trees a model keeps.
enum class ChooseTrees {
  kAll,   // all
  kFold,  // those up to the best round on the fold's own validation data
  kMean,  // those up to the round that is best in the mean of all folds' validation data: less
          // noise, but the validation data of one fold is the test data of another
};

/// Something that makes models: a name and what it trains with.
struct System {
  std::string name;
  FitOptions options;
};

struct CrossValidationOptions {
  ChooseTrees choose = ChooseTrees::kAll;
  /// What the test data is measured by; each system's first metric chooses the trees.
  std::vector<Metric> metrics;
  Convention convention;
  /// Fits run side by side where there are as many as threads, and otherwise one after the other,
  /// each with all threads.
  int threads = 1;
  /// Where finished fits are kept; empty: nowhere.
  std::string state_folder;
};

/// What a system did on the test data of each fold; all vectors but the curve have one entry a
/// fold.
struct SystemResult {
  std::string name;
  std::vector<std::size_t> rounds;               // kept
  std::vector<std::vector<double>> scores;       // one a row of the test data
  std::vector<std::vector<MetricValue>> values;  // [metric][fold]
  /// The mean of the folds' validation metric by round; empty where nothing chooses by it.
  std::vector<double> curve;
  /// In so many folds nothing was learned: no tree that was kept has a split.
  std::size_t folds_without_split = 0;
};

/// Called after each fit, one call at a time.
using FitsCallback = std::function<void(std::size_t done, std::size_t planned, bool was_stored)>;

/// Trains every system on every fold, and measures it on what it has not seen. The result does not
/// depend on threads, nor on how often it was interrupted.
std::vector<SystemResult> cross_validate(const Folds& folds, std::span<const System> systems,
                                         const CrossValidationOptions& options,
                                         const FitsCallback& on_fit = {});

}  // namespace gbrank
