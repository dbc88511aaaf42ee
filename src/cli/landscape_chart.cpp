#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/counted.h"
#include "cli/landscape_report.h"

namespace gbrank::cli {
namespace {

/// More lines than these say nothing more.
constexpr std::size_t kMostLines = 100;

/// The value below which a share of the sorted values lies, between two of them in proportion.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

/// The mean of directions, and between which changes four fifths of them are.
Series mean_series(const Landscape& all, const std::vector<std::vector<double>>& changes) {
  Series mean{
      fmt::format("mean of {}, and where 80% of them are", counted(changes.size(), "direction")),
      all.steps,
      {}};
  for (std::size_t s = 0; s < all.steps.size(); ++s) {
    std::vector<double> at_step;
    double sum = 0;
    for (const std::vector<double>& line : changes) {
      at_step.push_back(line[s]);
      sum += line[s];
    }
    std::ranges::sort(at_step);
    mean.y.push_back(sum / static_cast<double>(changes.size()));
    mean.low.push_back(quantile(at_step, 0.1));
    mean.high.push_back(quantile(at_step, 0.9));
  }
  return mean;
}

Panel panel_of(const Landscape& all, const MetricLandscape& metric, DirectionKind kind) {
  std::vector<std::vector<double>> changes;
  for (std::size_t d = 0; d < all.directions.size(); ++d) {
    if (all.directions[d].kind != kind) continue;
    changes.push_back(metric.curves[d].values);
    for (double& value : changes.back()) value -= metric.value;
  }
  Panel panel{fmt::format("{}, direction: {}", metric.metric.name(), name_of(kind)),
              "step t",
              fmt::format("change of {}", metric.metric.name()),
              {}};
  const std::size_t stride = (changes.size() + kMostLines - 1) / kMostLines;
  for (std::size_t i = 0; i < changes.size(); i += stride) {
    panel.series.push_back({.name = "", .x = all.steps, .y = changes[i], .faint = true});
  }
  panel.series.push_back(mean_series(all, changes));
  panel.series.back().colour = 1;
  panel.rules = {{0, "the model"}};
  return panel;
}

}  // namespace

Chart landscape_chart(const LandscapeReport& report) {
  const Landscape& all = report.landscape;
  Chart chart;
  chart.title = fmt::format("{} along directions", report.model);
  chart.subtitle = fmt::format("data {}, convention {}, seed {}", report.data,
                               report.options.convention.name, report.options.seed);
  std::vector<DirectionKind> kinds;
  for (const Direction& direction : all.directions) {
    if (std::ranges::find(kinds, direction.kind) == kinds.end()) kinds.push_back(direction.kind);
  }
  std::ranges::sort(kinds);
  chart.columns = static_cast<int>(kinds.size());
  for (const MetricLandscape& metric : all.metrics) {
    for (const DirectionKind kind : kinds) chart.panels.push_back(panel_of(all, metric, kind));
  }
  return chart;
}

}  // namespace gbrank::cli
