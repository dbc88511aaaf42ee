#pragma once

#include <string>
#include <vector>

#include "gbrank/metrics.h"
#include "gbrank/significance.h"

namespace gbrank::cli {

/// Systems that rank the same judged queries, in one metric; the first is the one that the others
/// are compared with.
struct MetricComparison {
  Metric metric;
  std::vector<std::vector<double>> per_query;  // of each system
  std::vector<double> means;
  std::vector<PairedComparison> against_first;  // of all systems but the first
  std::vector<double> t_p_holm;                 // of these, adjusted for their number
  std::vector<double> randomisation_p_holm;
};

/// Several rankings of the same judged queries.
struct Comparison {
  std::vector<std::string> systems;  // the first is the baseline
  std::vector<std::string> query_ids;
  std::vector<MetricComparison> metrics;
};

MetricComparison compare_systems(const Metric& metric, std::vector<MetricValue> of_systems,
                                 const RandomisationOptions& options);

/// The queries in which a system differs most from the first, the largest differences first; equal
/// ones in the order of the data. None without a difference.
std::vector<std::size_t> changed_most(const MetricComparison& comparison, std::size_t system,
                                      std::size_t count);

/// Four decimals, and never a bare 0 for what is only small.
std::string p_text(double p);
/// "-0.0012 to +0.0345".
std::string interval_text(const PairedComparison& comparison);

/// Tables for people, and the same for programs. `changes`: how many of the queries that changed
/// most are named.
std::string comparison_text(const Comparison& comparison, std::size_t changes);
std::string comparison_json(const Comparison& comparison, const Convention& convention,
                            const RandomisationOptions& options, std::size_t changes);

}  // namespace gbrank::cli
