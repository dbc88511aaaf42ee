#pragma once

#include <string>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/metrics.h"

namespace gbrank::cli {

/// Metrics of one ranking.
struct Report {
  std::vector<Metric> metrics;
  std::vector<MetricValue> values;  // one a metric
};

/// `name` stands for the data in messages; a metric for which no query counts is said on standard
/// error.
Report measure(const std::string& name, const std::vector<Metric>& metrics,
               const Convention& convention, const JudgedLists& lists,
               std::span<const double> scores, int threads);

/// `metric<TAB>value` lines, with `<TAB>source` behind where there is one.
std::string report_lines(const Report& report, const std::string& source = "");
/// A header and a line for each query: its id and each metric, nan where it does not count.
std::string report_per_query(const Report& report, std::span<const std::string> query_ids);
/// The same for programs; per query only with ids.
std::string report_json(const Report& report, const Convention& convention, std::size_t rows,
                        std::size_t queries, std::span<const std::string> query_ids);

}  // namespace gbrank::cli
