#include "cli/fit_chart.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "cli/objective_options.h"
#include "train/fit_options.h"

namespace gbrank::cli {
namespace {

/// The value of every round.
template <typename Value>
std::vector<double> by_round(const std::vector<RoundReport>& rounds, const Value& value) {
  std::vector<double> values;
  for (const RoundReport& report : rounds) values.push_back(value(report));
  return values;
}

std::vector<double> numbers_of(const std::vector<RoundReport>& rounds) {
  return by_round(rounds, [](const RoundReport& report) { return double(report.round); });
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace

FitChart::FitChart(const FitOptions& options, const std::string& train,
                   std::vector<std::string> valid)
    : options_(options), train_(file_name(train)), valid_(std::move(valid)) {}

void FitChart::round(const RoundReport& report) { rounds_.push_back(report); }

/// Set 0 is the training data.
Series FitChart::metric_curve(std::size_t metric, std::size_t set) const {
  Series series;
  series.x = numbers_of(rounds_);
  if (set == 0) {
    series.name = "training data";
    series.y = by_round(rounds_, [&](const RoundReport& r) { return r.train_metrics[metric]; });
    series.stroke = Stroke::kDashed;
    series.colour = 1;
    return series;
  }
  series.name = valid_.size() == 1
                    ? "validation data"
                    : fmt::format("validation data {}, {}", set, file_name(valid_[set - 1]));
  series.y =
      by_round(rounds_, [&](const RoundReport& r) { return r.valid_metrics[set - 1][metric]; });
  series.colour = set == 1 ? 0 : static_cast<int>(set);
  return series;
}

Panel FitChart::metric_panel(std::size_t metric) const {
  const std::string name = options_.metrics[metric].name();
  Panel panel;
  panel.title = name + " after each round";
  panel.x_label = "round";
  panel.y_label = name;
  for (std::size_t set = 0; set <= valid_.size(); ++set) {
    panel.series.push_back(metric_curve(metric, set));
  }
  if (!rounds_.empty() && rounds_.back().best_round > 0) {
    const int best = rounds_.back().best_round;
    panel.rules.push_back({double(best), options_.early_stopping > 0
                                             ? fmt::format("round {}, kept", best)
                                             : fmt::format("round {}, best {}", best,
                                                           options_.metrics.front().name())});
  }
  return panel;
}

Panel FitChart::round_panel(const std::string& title, const std::string& y_label, int colour,
                            std::vector<double> values) const {
  Panel panel;
  panel.title = title;
  panel.x_label = "round";
  panel.y_label = y_label;
  panel.series.push_back({"", numbers_of(rounds_), std::move(values)});
  panel.series.back().colour = colour;
  return panel;
}

Chart FitChart::chart() const {
  Chart chart;
  chart.title = "Learning curves of " + options_.objective;
  chart.subtitle = fmt::format("Trained on {}, convention {}", train_, options_.convention.name);
  for (const auto& [name, value] : describe_settings(options_)) {
    chart.subtitle += fmt::format(", {} {}", name, value);
  }
  for (std::size_t m = 0; m < options_.metrics.size(); ++m) {
    chart.panels.push_back(metric_panel(m));
  }
  // The loss is measured where a round begins, on the queries that its tree learns from.
  chart.panels.push_back(
      round_panel("training loss before each round", "loss", 1,
                  by_round(rounds_, [](const RoundReport& r) { return r.loss; })));
  const std::vector<std::string> traces = traces_of(options_.objective);
  for (std::size_t t = 0; t < traces.size(); ++t) {
    chart.panels.push_back(
        round_panel(fmt::format("{} in each round", traces[t]), traces[t], 2,
                    by_round(rounds_, [&](const RoundReport& r) { return r.traces[t]; })));
  }
  chart.columns = 2;
  return chart;
}

}  // namespace gbrank::cli
