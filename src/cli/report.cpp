#include "cli/report.h"

#include <cmath>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "model/json_text.h"

namespace gbrank::cli {

Report measure(const std::string& name, const std::vector<Metric>& metrics,
               const Convention& convention, const JudgedLists& lists,
               std::span<const double> scores, int threads) {
  Report report{metrics, {}};
  for (const Metric& metric : metrics) {
    try {
      report.values.push_back(Evaluator(metric, convention, lists).evaluate(scores, threads));
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}", name, error.what()));
    }
    if (std::isnan(report.values.back().mean)) {
      fmt::print(stderr, "gbrank: {}: no query counts for {}\n", name, metric.name());
    }
  }
  return report;
}

std::string report_lines(const Report& report, const std::string& source) {
  std::string text;
  for (std::size_t m = 0; m < report.metrics.size(); ++m) {
    text += fmt::format("{}\t{:.6f}{}{}\n", report.metrics[m].name(), report.values[m].mean,
                        source.empty() ? "" : "\t", source);
  }
  return text;
}

std::string report_per_query(const Report& report, std::span<const std::string> query_ids) {
  std::string text = "qid";
  for (const Metric& metric : report.metrics) text += fmt::format("\t{}", metric.name());
  text += "\n";
  for (std::size_t q = 0; q < query_ids.size(); ++q) {
    text += query_ids[q];
    for (const MetricValue& value : report.values) {
      text += fmt::format("\t{:.6f}", value.per_query[q]);
    }
    text += "\n";
  }
  return text;
}

std::string report_json(const Report& report, const Convention& convention, std::size_t rows,
                        std::size_t queries, std::span<const std::string> query_ids) {
  std::string text = fmt::format(
      "{{\n  \"convention\": {},\n  \"rows\": {},\n  \"queries\": {},\n  \"metrics\": {{",
      json_string(convention.name), rows, queries);
  for (std::size_t m = 0; m < report.metrics.size(); ++m) {
    text += fmt::format("{}\n    \"{}\": {}", m == 0 ? "" : ",", report.metrics[m].name(),
                        json_number(report.values[m].mean));
  }
  text += "\n  }";
  if (!query_ids.empty()) {
    text += ",\n  \"per_query\": [";
    for (std::size_t q = 0; q < query_ids.size(); ++q) {
      text += fmt::format("{}\n    {{\"qid\": {}", q == 0 ? "" : ",", json_string(query_ids[q]));
      for (std::size_t m = 0; m < report.metrics.size(); ++m) {
        text += fmt::format(", \"{}\": {}", report.metrics[m].name(),
                            json_number(report.values[m].per_query[q]));
      }
      text += "}";
    }
    text += "\n  ]";
  }
  return text + "\n}\n";
}

}  // namespace gbrank::cli
