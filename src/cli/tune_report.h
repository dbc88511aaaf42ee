#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "gbrank/significance.h"

#include "experiment/tuning.h"

namespace gbrank::cli {

/// What a search found, ready to be shown.
struct TuneReport {
  Tuning tuning;
  std::vector<SearchedOption> space;
  TuningOptions options;
  std::vector<std::string> folds;
  std::size_t queries = 0;
  /// Of each finalist: how often it is first when queries are drawn anew, and the best against it
  /// (for the best itself, nothing but its mean).
  std::vector<double> shares;
  std::vector<PairedComparison> best_against;

  /// Trial 0, whose settings nobody drew; it is always there.
  std::size_t start() const;
  bool higher_is_better() const { return options.metrics.front().higher_is_better(); }
  /// "ndcg@5", or "the mean of ndcg@1, ndcg@5".
  std::string value_name() const;
};

TuneReport make_report(const Folds& folds, Tuning tuning, std::vector<SearchedOption> space,
                       const TuningOptions& options);

/// The finalists, the best settings, and how sure the choice is.
std::string text_report(const TuneReport& report);
/// The best settings as a file that fit --config and cv --system read.
std::string best_config(const TuneReport& report);
/// A line for each trial, the best first.
std::string trials_table(const TuneReport& report);
nlohmann::ordered_json json_report(const TuneReport& report);

}  // namespace gbrank::cli
