#include "cli/tune_report.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/counted.h"
#include "cli/comparison.h"
#include "train/fit_options.h"

namespace gbrank::cli {
namespace {

constexpr std::size_t kShownFinalists = 10;

/// Samples of the queries: fewer where there is much to add up for each.
std::size_t resamples(std::size_t finalists, std::size_t queries) {
  constexpr std::size_t kAdditions = 2'000'000'000;
  return std::clamp<std::size_t>(kAdditions / std::max<std::size_t>(finalists * queries, 1), 1000,
                                 10000);
}

std::vector<std::string> metric_names(const TuneReport& report) {
  std::vector<std::string> names;
  for (const Metric& metric : report.options.metrics) names.push_back(metric.name());
  return names;
}

std::string finalists_text(const TuneReport& report) {
  std::string text = fmt::format("{:>5}  {:>5}  {:>7}  {:>7}  {:<30}  {}\n", "trial", "seeds",
                                 "value", "first", "best - this (95% interval)", "p");
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < report.tuning.finalists; ++i) {
    const Trial& trial = report.tuning.trials[i];
    // Trial 0 is what people know, so it is there wherever it came.
    if (i >= kShownFinalists && trial.number != 0) {
      ++hidden;
      continue;
    }
    const PairedComparison& c = report.best_against[i];
    text += fmt::format("{:>5}  {:>5}  {:7.4f}  {:6.1f}%  ", trial.number, trial.repeats,
                        trial.value, 100 * report.shares[i]);
    text += i == 0 ? "\n"
                   : fmt::format("{:<30}  {}\n",
                                 fmt::format("{:+.4f} ({})", c.difference, interval_text(c)),
                                 p_text(c.randomisation_p));
  }
  if (hidden > 0) text += fmt::format("  ...  {} more with as many seeds\n", hidden);
  while (text.find(" \n") != std::string::npos) text.erase(text.find(" \n"), 1);
  return text;
}

std::string settings_text(const TuneReport& report) {
  std::string text;
  const Trial& best = report.tuning.best();
  std::size_t width = 0;
  for (const SearchedOption& option : report.space) width = std::max(width, option.name.size());
  for (const SearchedOption& option : report.space) {
    text += fmt::format("  {:<{}}  {:<10}  of {}\n", option.name, width,
                        setting_of(best, option.name), option.range.text());
  }
  return text;
}

std::string how_sure(const TuneReport& report) {
  const Tuning& tuning = report.tuning;
  std::string text = fmt::format(
      "Value: {} on validation data, the mean over {} of the means over {}. First: in how many of "
      "{} samples of the queries it leads. Differences are of means over queries.\n",
      report.value_name(), counted(report.folds.size(), "fold"),
      counted(tuning.best().repeats, "seed"), report.samples);
  if (tuning.best().number == 0) {
    text += "None of the settings that were drawn is better than those of trial 0.\n";
  } else {
    text += fmt::format(
        "As the best of {} trials its value is flattered; gbrank cv --system tells what it is "
        "worth on test data.\n",
        tuning.trials.size());
  }
  const auto has_failed = [](const Trial& trial) { return !trial.failure.empty(); };
  const auto failed = std::ranges::count_if(tuning.trials, has_failed);
  if (failed > 0) {
    const Trial& first = *std::ranges::find_if(tuning.trials, has_failed);
    text += fmt::format("{} could not be fitted; trial {}: {}\n",
                        counted(static_cast<std::size_t>(failed), "trial"), first.number,
                        first.failure);
  }
  if (tuning.out_of_time) {
    text += fmt::format("The time was over: {} of {} were tried, with {} at most.\n",
                        counted(tuning.trials.size(), "trial"), tuning.planned,
                        counted(tuning.best().repeats, "seed"));
  }
  return text;
}

}  // namespace

std::string setting_of(const Trial& trial, const std::string& option) {
  const OptionTexts settings = describe_settings(trial.options);
  const auto at = settings.find(option);
  return at == settings.end() ? "-" : at->second;
}

std::string TuneReport::value_name() const {
  const std::vector<std::string> names = metric_names(*this);
  return names.size() == 1 ? names.front() : fmt::format("the mean of {}", fmt::join(names, ", "));
}

TuneReport make_report(const Folds& folds, Tuning tuning, std::vector<SearchedOption> space,
                       const TuningOptions& options) {
  TuneReport report{std::move(tuning), std::move(space), options, {}, {}, 0, 0, {}, {}};
  for (const Fold& fold : folds.folds) {
    report.folds.push_back(fold.name);
    report.queries += fold.vali.judged().query_ids.size();
  }
  const std::span<const Trial> finalists(report.tuning.trials.data(), report.tuning.finalists);
  report.samples = resamples(finalists.size(), report.queries);
  report.shares =
      shares_of_first(finalists, report.higher_is_better(), report.samples, options.seed);
  for (const Trial& finalist : finalists) {
    report.best_against.push_back(compare_paired(finalist.per_query, report.tuning.best().per_query,
                                                 {.threads = options.threads}));
  }
  return report;
}

std::string text_report(const TuneReport& report) {
  return fmt::format("{}\nThe best settings, of trial {}:\n{}\n{}", finalists_text(report),
                     report.tuning.best().number, settings_text(report), how_sure(report));
}

std::string best_config(const TuneReport& report) {
  const Trial& best = report.tuning.best();
  std::string text =
      fmt::format("# gbrank tune, trial {}, the best of {}: {} {:.4f} on validation data, {}, {}\n",
                  best.number, report.tuning.trials.size(), report.value_name(), best.value,
                  counted(report.folds.size(), "fold"), counted(best.repeats, "seed"));
  text += fmt::format("# of data in {} bins at most (--bins)\nobjective = {}\n",
                      report.settings["bins"].get<int>(), best.options.objective);
  for (const auto& [name, value] : describe_settings(best.options)) {
    text += fmt::format("{} = {}\n", name, value);
  }
  return text;
}

std::string trials_table(const TuneReport& report) {
  std::string text = "trial\tseeds\tvalue";
  for (const std::string& fold : report.folds) text += "\t" + fold;
  for (const SearchedOption& option : report.space) text += "\t" + option.name;
  text += "\n";
  for (const Trial& trial : report.tuning.trials) {
    text += fmt::format("{}\t{}\t{}\t{}", trial.number, trial.repeats, trial.value,
                        fmt::join(trial.folds, "\t"));
    for (const SearchedOption& option : report.space) text += "\t" + setting_of(trial, option.name);
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json json_report(const TuneReport& report) {
  using Json = nlohmann::ordered_json;
  Json json = {{"objective", report.tuning.best().options.objective},
               {"metrics", metric_names(report)},
               {"convention", report.options.convention.name},
               {"settings", report.settings},
               {"folds", report.folds},
               {"queries", report.queries},
               {"out_of_time", report.tuning.out_of_time},
               {"search", Json::object()},
               {"best", describe_settings(report.tuning.best().options)},
               {"finalists", Json::array()},
               {"trials", Json::array()}};
  for (const SearchedOption& option : report.space) {
    json["search"][option.name] = option.range.text();
  }
  for (std::size_t i = 0; i < report.tuning.finalists; ++i) {
    const PairedComparison& c = report.best_against[i];
    Json finalist = {{"trial", report.tuning.trials[i].number}, {"first", report.shares[i]}};
    if (i > 0) {
      finalist["best_minus_this"] = {{"difference", c.difference},
                                     {"low", c.low},
                                     {"high", c.high},
                                     {"randomisation_p", c.randomisation_p}};
    }
    json["finalists"].push_back(std::move(finalist));
  }
  for (const Trial& trial : report.tuning.trials) {
    json["trials"].push_back({{"trial", trial.number},
                              {"seeds", trial.repeats},
                              {"value", trial.value},
                              {"of_folds", trial.folds},
                              {"drawn", trial.drawn}});
    if (!trial.failure.empty()) json["trials"].back()["failure"] = trial.failure;
  }
  return json;
}

}  // namespace gbrank::cli
