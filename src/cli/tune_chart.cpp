#include "cli/tune_chart.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/counted.h"
#include "train/fit_options.h"

namespace gbrank::cli {
namespace {

constexpr std::size_t kShownFinalists = 12;

std::string value_label(const TuneReport& report) {
  return report.higher_is_better() ? "value, higher is better" : "value, lower is better";
}

/// Each bar is where the finalist is by the interval of its difference to the best: what reaches
/// the line may well be as good.
Panel finalists_panel(const TuneReport& report) {
  Panel panel;
  panel.title = "finalists";
  panel.x_label = value_label(report);
  panel.rules = {{report.tuning.best().value, "", true}};
  Series dots{.name = "", .x = {}, .y = {}, .stroke = Stroke::kDots};
  for (std::size_t i = 0; i < std::min(report.tuning.finalists, kShownFinalists); ++i) {
    const Trial& trial = report.tuning.trials[i];
    const PairedComparison& c = report.best_against[i];
    panel.row_names.push_back(fmt::format("trial {}", trial.number));
    dots.x.push_back(trial.value);
    dots.y.push_back(static_cast<double>(i));
    // The best has no difference to itself.
    dots.low.push_back(i == 0 ? trial.value : trial.value - (c.high - c.difference));
    dots.high.push_back(i == 0 ? trial.value : trial.value + (c.difference - c.low));
  }
  panel.series = {std::move(dots)};
  return panel;
}

double number_of(const std::string& text) {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// All trials by the value that they had of an option; words are rows.
Panel option_panel(const TuneReport& report, const SearchedOption& option) {
  Panel panel;
  panel.title = option.name;
  std::vector<std::string> words = option.range.words();
  std::set<std::size_t> seeds;
  for (const Trial& trial : report.tuning.trials) {
    seeds.insert(trial.repeats);
    const std::string text = setting_of(trial, option.name);
    // Trial 0 may have what is not searched.
    if (!words.empty() && std::ranges::find(words, text) == words.end()) words.push_back(text);
  }
  panel.row_names = words;
  panel.log_x = option.range.is_log();
  (words.empty() ? panel.y_label : panel.x_label) = value_label(report);
  int colour = 0;
  for (const std::size_t repeats : seeds) {
    Series dots{.name = counted(repeats, "seed"),
                .x = {},
                .y = {},
                .stroke = Stroke::kDots,
                .colour = colour++};
    for (const Trial& trial : report.tuning.trials) {
      if (trial.repeats != repeats) continue;
      const std::string text = setting_of(trial, option.name);
      const auto row = static_cast<double>(std::ranges::find(words, text) - words.begin());
      dots.x.push_back(words.empty() ? number_of(text) : trial.value);
      dots.y.push_back(words.empty() ? trial.value : row);
    }
    panel.series.push_back(std::move(dots));
  }
  return panel;
}

}  // namespace

Chart tune_chart(const TuneReport& report) {
  const Trial& best = report.tuning.best();
  Chart chart;
  chart.title = fmt::format("gbrank tune, {}: trial {} is the best of {}", best.options.objective,
                            best.number, report.tuning.trials.size());
  chart.subtitle = fmt::format(
      "value: {} on validation data of {}; bars: 95% intervals of the difference to the best",
      report.value_name(), counted(report.folds.size(), "fold"));
  chart.columns = 3;
  chart.panels.push_back(finalists_panel(report));
  for (const SearchedOption& option : report.space) {
    chart.panels.push_back(option_panel(report, option));
  }
  return chart;
}

}  // namespace gbrank::cli
