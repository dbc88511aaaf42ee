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
  /// What else the numbers depend on, for whoever wants to have them again.
  nlohmann::ordered_json settings;
  std::size_t queries = 0;
  std::size_t samples = 0;  // of the queries, for the shares
  /// Of each finalist: how often it is first when queries are drawn anew, and the best against it
  /// (for the best itself, nothing but its mean).
  std::vector<double> shares;
  std::vector<PairedComparison> best_against;

  bool higher_is_better() const { return options.metrics.front().higher_is_better(); }
  /// "ndcg@5", or "the mean of ndcg@1, ndcg@5".
  std::string value_name() const;
};

/// What a trial had of an option, whether it was drawn or not; "-" for a bag-fraction of one bag.
std::string setting_of(const Trial& trial, const std::string& option);

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
