#include "cli/cv_chart.h"

#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/counted.h"

namespace gbrank::cli {
namespace {

/// In rows: where the folds' dots can be seen.
constexpr double kBelowBar = 0.3;

Panel metric_panel(const CvReport& report, std::size_t m) {
  const Metric& metric = report.metrics[m];
  Panel panel;
  panel.title = metric.name();
  panel.x_label =
      metric.name() + (metric.higher_is_better() ? ", higher is better" : ", lower is better");
  for (std::size_t s = 0; s < report.systems.size(); ++s) {
    const CvReport::System& system = report.systems[s];
    const std::vector<MetricValue>& of_folds = system.result.values[m];
    const std::string mark = mark_of(report, m, s);
    panel.row_names.push_back(mark.empty() ? system.name : system.name + " " + mark);
    const auto row = static_cast<double>(s);
    Series folds;
    folds.stroke = Stroke::kDots;
    folds.colour = static_cast<int>(s);
    folds.faint = true;
    for (const MetricValue& value : of_folds) {
      folds.x.push_back(value.mean);
      folds.y.push_back(row + kBelowBar);
    }
    if (report.folds.size() > 1) panel.series.push_back(std::move(folds));
    const double mean = system.means[m];
    const double reach = system.reaches[m];
    panel.series.push_back({"", {mean}, {row}, {mean - reach}, {mean + reach}, Stroke::kDots});
    panel.series.back().colour = static_cast<int>(s);
  }
  if (report.systems.size() > 1) panel.rules.push_back({report.systems.front().means[m], ""});
  return panel;
}

/// None where nothing was chosen by validation data.
std::vector<Panel> curve_panels(const CvReport& report) {
  Panel panel;
  const std::string metric = report.systems.front().options.metrics.front().name();
  panel.title = fmt::format("validation {} after each round", metric);
  panel.x_label = "round";
  panel.y_label = metric;
  for (std::size_t s = 0; s < report.systems.size(); ++s) {
    const std::vector<double>& curve = report.systems[s].result.curve;
    if (curve.empty()) continue;
    std::vector<double> rounds(curve.size());
    std::iota(rounds.begin(), rounds.end(), 1.0);
    panel.series.push_back({report.systems[s].name, std::move(rounds), curve});
    panel.series.back().colour = static_cast<int>(s);
  }
  if (panel.series.empty()) return {};
  return {panel};
}

}  // namespace

Chart cv_chart(const CvReport& report) {
  Chart chart;
  chart.title = fmt::format("Cross-validation of {}",
                            report.systems.size() == 1 ? report.systems.front().name
                                                       : counted(report.systems.size(), "system"));
  const bool several = report.folds.size() > 1;
  chart.subtitle =
      fmt::format("{} of {} ({}), convention {}, with 95% intervals by Student's t over queries{}.",
                  several ? "Means over the test data" : "Test data",
                  counted(report.folds.size(), "fold"), counted(report.queries, "query", "queries"),
                  report.convention.name, several ? "; pale: the folds" : "");
  if (report.systems.size() > 1) {
    chart.subtitle += fmt::format(" Dotted line: {}. ", report.systems.front().name) +
                      significance_legend(report);
  }
  for (std::size_t m = 0; m < report.metrics.size(); ++m) {
    chart.panels.push_back(metric_panel(report, m));
  }
  for (Panel& panel : curve_panels(report)) chart.panels.push_back(std::move(panel));
  chart.columns = chart.panels.size() < 2 ? 1 : chart.panels.size() < 5 ? 2 : 3;
  return chart;
}

}  // namespace gbrank::cli
