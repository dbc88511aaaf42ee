#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/comparison.h"
#include "experiment/cross_validation.h"

namespace gbrank::cli {

/// What a cross-validation found, ready to be shown.
struct CvReport {
  struct System {
    std::string name;
    FitOptions options;
    SystemResult result;
    std::vector<double> means;       // of each metric: of the means of folds
    std::vector<double> deviations;  // of these means; nan for one fold
    std::vector<double> reaches;     // how far their 95% intervals go to either side; nan: unknown
  };
  std::vector<std::string> folds;
  std::vector<System> systems;  // the first is the one that the others are compared with
  std::vector<Metric> metrics;
  Convention convention;
  /// Over the queries of all folds together; none for one system.
  std::vector<MetricComparison> comparisons;  // one a metric
  std::size_t queries = 0;
  /// Options of the run, for json_report.
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();
};

CvReport make_report(const Folds& folds, const std::vector<System>& systems,
                     std::vector<SystemResult> results, const CrossValidationOptions& options,
                     const RandomisationOptions& randomisation);

/// "" to "**": how sure it is that a system differs from the first in a metric.
std::string mark_of(const CvReport& report, std::size_t metric, std::size_t system);

/// What the marks mean: a line, or none for one system.
std::string significance_legend(const CvReport& report);

/// With a legend, which says what marks and deviations mean.
std::string text_table(const CvReport& report);
std::string markdown_table(const CvReport& report);
/// A row for each system and fold, then its mean, its deviation and, for all but the first, the p
/// that its mark is of.
std::string tsv_table(const CvReport& report);
nlohmann::ordered_json json_report(const CvReport& report);

}  // namespace gbrank::cli
