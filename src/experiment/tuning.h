#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "experiment/folds.h"
#include "experiment/trial.h"

namespace gbrank {

struct Tuning {
  /// The best first: those that were given more repeats stand before the others.
  std::vector<Trial> trials;
  /// So many of them were given the most repeats.
  std::size_t finalists = 0;
  std::size_t planned = 0;  // trials, if there had been time
  bool out_of_time = false;

  const Trial& best() const { return trials.front(); }
};

struct TuningEvents {
  /// After each fit, one call at a time.
  std::function<void(std::size_t done, std::size_t planned, bool was_stored)> on_fit = {};
  /// When `trials` settings have been fitted with `repeats` seeds each, and this one leads.
  std::function<void(std::size_t trials, std::size_t repeats, const Trial& leader)> on_rung = {};
  /// How long the search has taken, where a test says so; otherwise a clock does.
  std::function<double()> seconds = {};
};

/// Random search with successive halving over seeds. A trial is a fit on every fold, measured on
/// the fold's validation data, with all planned trees; the mean over all folds and repeats is what
/// ranks it, because the best of many on one fold with one seed is the luckiest. Test data has no
/// part in it. A trial that cannot be fitted is the last of all; throws Error where trial 0 cannot.
/// Without a limit of time the result does not depend on threads, nor on how often it
/// was interrupted.
Tuning tune(const Folds& folds, std::vector<Trial> trials, const TuningOptions& options,
            const TuningEvents& events = {});

}  // namespace gbrank
