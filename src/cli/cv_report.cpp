#include "cli/cv_report.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/counted.h"
#include "train/fit_options.h"

namespace gbrank::cli {
namespace {

constexpr const char* kDeviation = "+-";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Folds in which no query counts for a metric are left out.
struct Moments {
  double mean = kNaN;
  double deviation = kNaN;
};

Moments moments_of(const std::vector<MetricValue>& of_folds) {
  std::vector<double> values;
  for (const MetricValue& value : of_folds) {
    if (!std::isnan(value.mean)) values.push_back(value.mean);
  }
  Moments m;
  if (values.empty()) return m;
  const auto n = static_cast<double>(values.size());
  m.mean = 0;
  for (const double value : values) m.mean += value / n;
  if (values.size() < 2) return m;
  double squares = 0;
  for (const double value : values) squares += (value - m.mean) * (value - m.mean);
  m.deviation = std::sqrt(squares / (n - 1));
  return m;
}

/// A query of the test data of a fold.
struct TestQuery {
  std::size_t fold;
  std::size_t query;
  std::size_t first_row;  // in the one file that was dealt out
};

/// All of them: in the order of the file that was dealt out, as `gbrank compare` reads them beside
/// the out-of-fold scores, or fold after fold.
std::vector<TestQuery> all_queries(const Folds& folds) {
  std::vector<TestQuery> queries;
  for (std::size_t f = 0; f < folds.folds.size(); ++f) {
    const Fold& fold = folds.folds[f];
    const std::vector<std::size_t>& offsets = fold.test->judged().offsets;
    for (std::size_t q = 0; q + 1 < offsets.size(); ++q) {
      queries.push_back({f, q, fold.test_rows.empty() ? 0 : fold.test_rows[offsets[q]]});
    }
  }
  std::ranges::stable_sort(queries, {}, &TestQuery::first_row);
  return queries;
}

/// How far the 95% interval of a mean of folds' means reaches: Student's t over the queries of all
/// folds. For folds of as many queries it is the interval of the mean over queries; in general the
/// variance of the mean of F folds with n_f queries is that of a query times the sum of
/// 1 / (F^2 n_f).
double reach_of_mean(const Metric& metric, const std::vector<MetricValue>& of_folds) {
  // The root of a mean over rows is no mean over queries.
  if (metric.kind == Metric::Kind::kRmse) return kNaN;
  std::vector<double> all;
  double folds = 0;
  double reciprocals = 0;
  for (const MetricValue& value : of_folds) {
    const std::size_t before = all.size();
    for (const double v : value.per_query) {
      if (!std::isnan(v)) all.push_back(v);
    }
    if (all.size() == before) continue;
    ++folds;
    reciprocals += 1 / static_cast<double>(all.size() - before);
  }
  const MeanInterval interval = mean_interval(all);
  return (interval.high - interval.mean) *
         std::sqrt(static_cast<double>(all.size()) * reciprocals / (folds * folds));
}

/// All folds as one list of queries.
MetricValue joined(const std::vector<TestQuery>& queries,
                   const std::vector<MetricValue>& of_folds) {
  MetricValue all;
  for (const TestQuery& at : queries)
    all.per_query.push_back(of_folds[at.fold].per_query[at.query]);
  all.mean = moments_of(of_folds).mean;
  return all;
}

/// A name in a table of Markdown.
std::string cell_text(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '|' || c == '*' || c == '_' || c == '\\' || c == '`') text += '\\';
    text += c;
  }
  return text;
}

/// As papers print them; errors and gains may be above 1.
std::string number(double value) { return std::isnan(value) ? "-" : fmt::format("{:.4f}", value); }

}  // namespace

CvReport make_report(const Folds& folds, const std::vector<System>& systems,
                     std::vector<SystemResult> results, const CrossValidationOptions& options,
                     const RandomisationOptions& randomisation) {
  CvReport report{{}, {}, options.metrics, options.convention, {}, 0};
  for (const Fold& fold : folds.folds) report.folds.push_back(fold.name);
  const std::vector<TestQuery> queries = all_queries(folds);
  report.queries = queries.size();
  for (std::size_t s = 0; s < systems.size(); ++s) {
    CvReport::System system{systems[s].name, systems[s].options, std::move(results[s]), {}, {}, {}};
    for (std::size_t metric = 0; metric < options.metrics.size(); ++metric) {
      const std::vector<MetricValue>& of_folds = system.result.values[metric];
      const Moments m = moments_of(of_folds);
      system.reaches.push_back(reach_of_mean(options.metrics[metric], of_folds));
      system.means.push_back(m.mean);
      system.deviations.push_back(m.deviation);
    }
    report.systems.push_back(std::move(system));
  }
  if (systems.size() < 2) return report;
  for (std::size_t m = 0; m < options.metrics.size(); ++m) {
    std::vector<MetricValue> of_systems;
    for (const CvReport::System& system : report.systems) {
      of_systems.push_back(joined(queries, system.result.values[m]));
    }
    report.comparisons.push_back(
        compare_systems(options.metrics[m], std::move(of_systems), randomisation));
  }
  return report;
}

std::string mark_of(const CvReport& report, std::size_t metric, std::size_t system) {
  if (system == 0 || report.comparisons.empty()) return "";
  const double p = report.comparisons[metric].randomisation_p_holm[system - 1];
  return p < 0.01 ? "**" : p < 0.05 ? "*" : "";
}

namespace {

/// `deviations`: where they stand.
std::string legend(const CvReport& report, const std::string& deviations) {
  std::string text =
      fmt::format("{} of {}, convention {}",
                  report.folds.size() == 1 ? "Test data" : "Means over the test data",
                  counted(report.folds.size(), "fold"), report.convention.name);
  if (report.folds.size() > 1) text += fmt::format("; {}, the deviation over folds", deviations);
  return text + ".\n" + significance_legend(report);
}

/// Lines of cells, in columns that are as wide as they need to be; deviations stand to the right
/// below the names.
std::string aligned(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const std::vector<std::string>& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  }
  std::string text;
  for (const std::vector<std::string>& cells : lines) {
    std::string line =
        fmt::format("{:{}}{}", "", cells[0] == kDeviation ? widths[0] - 2 : 0, cells[0]);
    line.resize(widths[0], ' ');
    for (std::size_t c = 1; c < cells.size(); ++c) {
      line += fmt::format("  {:<{}}", cells[c], widths[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string significance_legend(const CvReport& report) {
  if (report.systems.size() < 2) return "";
  return fmt::format(
      "Differs from {}: * p < 0.05, ** p < 0.01, by Fisher's randomisation over the queries of "
      "{}{}.\n",
      report.systems.front().name,
      report.folds.size() == 1 ? "the fold" : fmt::format("all {} folds", report.folds.size()),
      report.systems.size() > 2
          ? fmt::format(" and Holm's correction for {} systems", report.systems.size() - 1)
          : "");
}

std::string text_table(const CvReport& report) {
  std::vector<std::vector<std::string>> lines = {{"system"}};
  for (const Metric& metric : report.metrics) lines.front().push_back(metric.name());
  for (std::size_t s = 0; s < report.systems.size(); ++s) {
    const CvReport::System& system = report.systems[s];
    lines.push_back({system.name});
    for (std::size_t m = 0; m < report.metrics.size(); ++m) {
      lines.back().push_back(number(system.means[m]) + mark_of(report, m, s));
    }
    if (report.folds.size() < 2) continue;
    lines.push_back({kDeviation});
    for (const double deviation : system.deviations) lines.back().push_back(number(deviation));
  }
  return aligned(lines) + "\n" + legend(report, "below each");
}

std::string markdown_table(const CvReport& report) {
  std::string text = "| system |";
  std::string rule = "|---|";
  for (const Metric& metric : report.metrics) {
    text += fmt::format(" {} |", metric.name());
    rule += "---|";
  }
  text += "\n" + rule + "\n";
  for (std::size_t s = 0; s < report.systems.size(); ++s) {
    const CvReport::System& system = report.systems[s];
    text += fmt::format("| {} |", cell_text(system.name));
    for (std::size_t m = 0; m < report.metrics.size(); ++m) {
      text += fmt::format(" {}", number(system.means[m]));
      if (report.folds.size() > 1) text += fmt::format(" ± {}", number(system.deviations[m]));
      // A backslash keeps Markdown from taking stars for emphasis.
      for (const char star : mark_of(report, m, s)) text += fmt::format("\\{}", star);
      text += " |";
    }
    text += "\n";
  }
  std::string below = legend(report, "behind each");
  for (std::size_t at = 0; (at = below.find('*', at)) != std::string::npos; at += 2) {
    below.insert(at, "\\");
  }
  return text + "\n" + below;
}

std::string tsv_table(const CvReport& report) {
  std::string text = "system\tfold\trounds";
  for (const Metric& metric : report.metrics) text += "\t" + metric.name();
  text += "\n";
  for (std::size_t s = 0; s < report.systems.size(); ++s) {
    const CvReport::System& system = report.systems[s];
    for (std::size_t f = 0; f < report.folds.size(); ++f) {
      text += fmt::format("{}\t{}\t{}", system.name, report.folds[f], system.result.rounds[f]);
      for (const std::vector<MetricValue>& of_folds : system.result.values) {
        text += fmt::format("\t{}", of_folds[f].mean);
      }
      text += "\n";
    }
    text += fmt::format("{}\tmean\t\t{}\n", system.name, fmt::join(system.means, "\t"));
    text += fmt::format("{}\tdeviation\t\t{}\n", system.name, fmt::join(system.deviations, "\t"));
    if (s == 0) continue;
    text += fmt::format("{}\tp\t", system.name);
    for (const MetricComparison& c : report.comparisons) {
      text += fmt::format("\t{}", c.randomisation_p_holm[s - 1]);
    }
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json json_report(const CvReport& report) {
  using Json = nlohmann::ordered_json;
  Json json = {{"convention", report.convention.name},
               {"settings", report.settings},
               {"folds", report.folds},
               {"queries", report.queries},
               {"baseline", report.systems.front().name},
               {"systems", Json::array()}};
  for (std::size_t s = 0; s < report.systems.size(); ++s) {
    const CvReport::System& system = report.systems[s];
    Json own = {{"system", system.name},
                {"objective", system.options.objective},
                {"options", describe_settings(system.options)},
                {"rounds", system.result.rounds},
                {"metrics", Json::array()}};
    for (std::size_t m = 0; m < report.metrics.size(); ++m) {
      Json metric = {{"metric", report.metrics[m].name()},
                     {"mean", system.means[m]},
                     {"deviation", system.deviations[m]},
                     {"low", system.means[m] - system.reaches[m]},
                     {"high", system.means[m] + system.reaches[m]},
                     {"of_folds", Json::array()}};
      for (const MetricValue& value : system.result.values[m]) {
        metric["of_folds"].push_back(value.mean);
      }
      if (s > 0) {
        const MetricComparison& all = report.comparisons[m];
        const PairedComparison& c = all.against_first[s - 1];
        metric["against_baseline"] = {{"queries", c.queries},
                                      {"difference", c.difference},
                                      {"low", c.low},
                                      {"high", c.high},
                                      {"t_p", c.t_p},
                                      {"t_p_holm", all.t_p_holm[s - 1]},
                                      {"randomisation_p", c.randomisation_p},
                                      {"randomisation_p_holm", all.randomisation_p_holm[s - 1]}};
      }
      own["metrics"].push_back(std::move(metric));
    }
    json["systems"].push_back(std::move(own));
  }
  return json;
}

}  // namespace gbrank::cli
