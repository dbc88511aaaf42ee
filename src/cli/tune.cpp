#include <algorithm>

#include <fmt/format.h>

#include "base/counted.h"
#include "base/file.h"
#include "cli/arguments.h"
#include "cli/experiment_output.h"
#include "cli/fit_arguments.h"
#include "cli/fits_progress.h"
#include "cli/metric_options.h"
#include "cli/systems.h"
#include "cli/tune_chart.h"
#include "cli/tune_report.h"

namespace gbrank::cli {
namespace {

struct TuneArguments {
  FoldArguments folds;
  FitArguments model;
  int trials = TuningOptions{}.trials;
  int repeats = TuningOptions{}.repeats;
  double seconds = TuningOptions{}.seconds;
  std::vector<std::string> search;
  std::vector<std::string> metrics;
  ConventionArguments convention;
  OutputArguments output;
  long long seed = 1;
  int threads = 0;
};

OptionGroups describe(TuneArguments& a) {
  std::vector<std::string> ranges;
  for (const SearchedOption& option : tree_search()) {
    ranges.push_back(fmt::format("{}={}", option.name, option.range.text()));
  }
  po::options_description search("Search");
  search.add_options()  //
      ("trials", with_default(a.trials, "N"),
       "how many settings are drawn, besides those to start from, which are trial 0; each draw "
       "changes a share of the options, which is drawn, too")  //
      ("repeats", with_default(a.repeats, "N"),
       "seeds that the last of them are fitted with: all trials begin with one, the better third "
       "goes on to three, the better third of those to nine, and so on")  //
      ("time", with_default(a.seconds, "SECONDS"),
       "no new trial when the rest of this time is needed for the repeats, and no new fit after "
       "it; "
       "0: no limit. With one, the result depends on how fast the machine is")  //
      ("search", po::value(&a.search)->value_name("NAME=RANGE"),
       fmt::format("look for this option in this range, such as \"leaves=4..64 log\", l2=0..5 or "
                   "\"leaf=newton, mean\", whole numbers where both ends are; may be given more "
                   "than once. Looked for without it, unless they are given a value: {}; and what "
                   "gbrank objectives says of the objective",
                   fmt::join(ranges, ", "))
           .c_str())  //
      ("metric", po::value(&a.metrics)->value_name("M"),
       fmt::format("what a trial is worth on validation data, the mean over queries; may be given "
                   "more than once, their mean then counts (default: {}). Known: {}",
                   Metric{}.name(), metric_help())
           .c_str());

  po::options_description output("Output");
  describe_output(output, a.output, "best.conf, trials.tsv and trials.json",
                  "the same command then goes on where it was stopped, and one with more --trials "
                  "uses them again",
                  "the finalists with their intervals, and all trials over each option");

  po::options_description running("Running");
  running.add_options()  //
      ("threads", with_default(a.threads, "N"),
       "threads, 0: every core; fits run side by side, and without --time nothing depends on it")  //
      ("seed", with_default(a.seed, "N"), "of the draws, and of the first fit of each trial");

  OptionGroups groups = {describe_folds(a.folds), search, output, describe_convention(a.convention),
                         running};
  for (const po::options_description& group : describe_model(a.model)) groups.push_back(group);
  groups.push_back(common_options());
  return groups;
}

TuningOptions tuning_options(const TuneArguments& a) {
  constexpr int kMany = 1 << 20;
  if (a.trials < 1 || a.trials > kMany) {
    throw UsageError(fmt::format("--trials is {}, expected 1 to {}", a.trials, kMany));
  }
  if (a.repeats < 1 || a.repeats > kMany) {
    throw UsageError(fmt::format("--repeats is {}, expected 1 to {}", a.repeats, kMany));
  }
  if (!(a.seconds >= 0)) {
    throw UsageError(fmt::format("--time is {}, expected 0 or more seconds", a.seconds));
  }
  TuningOptions options;
  options.trials = a.trials;
  options.repeats = a.repeats;
  options.seconds = a.seconds;
  options.metrics = a.metrics.empty() ? std::vector<Metric>{Metric{}} : parse_metrics(a.metrics);
  for (const Metric& metric : options.metrics) {
    if (metric.higher_is_better() == options.metrics.front().higher_is_better()) continue;
    throw UsageError(
        fmt::format("of --metric {} and --metric {} one is better when it is higher, "
                    "the other when it is lower: they have no mean",
                    options.metrics.front().name(), metric.name()));
  }
  options.convention = choose_convention(a.convention);
  options.seed = checked_seed(a.seed);
  options.threads = a.threads;
  options.state_folder = a.output.fits();
  return options;
}

/// "leaves=4..64 log".
SearchedOption read_search(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw UsageError(fmt::format("--search is '{}', expected NAME=RANGE", text));
  }
  std::string name = text.substr(0, equals);
  name.erase(0, name.find_first_not_of(' '));
  name.erase(name.find_last_not_of(' ') + 1);
  try {
    return {name, SearchRange(text.substr(equals + 1))};
  } catch (const Error& error) {
    throw UsageError(fmt::format("--search {}: the range is {}", name, error.what()));
  }
}

/// What is drawn: the ranges of the objective, those of --search in their place or beside them, but
/// for options that have a value already.
std::vector<SearchedOption> search_space(const TuneArguments& a, const po::variables_map& given) {
  std::vector<SearchedOption> space = default_search(a.model.fit.objective);
  std::vector<std::string> searched;
  for (const std::string& text : a.search) {
    SearchedOption option = read_search(text);
    if (std::ranges::find(searched, option.name) != searched.end()) {
      throw UsageError(fmt::format("--search {} is given twice", option.name));
    }
    searched.push_back(option.name);
    const auto at = std::ranges::find(space, option.name, &SearchedOption::name);
    if (at == space.end()) {
      space.push_back(std::move(option));
    } else {
      at->range = option.range;
    }
  }
  for (const auto& [name, value] : given_model_options(given)) {
    if (std::ranges::find(searched, name) != searched.end()) {
      throw UsageError(
          fmt::format("--{} has the value {}, and --search asks for another", name, value));
    }
    const auto at = std::ranges::find(space, name, &SearchedOption::name);
    if (at != space.end()) space.erase(at);
  }
  if (space.empty()) throw UsageError("every option has a value: nothing is left to search");
  return space;
}

nlohmann::ordered_json settings_of(const TuneArguments& a, const Folds& folds) {
  nlohmann::ordered_json settings = experiment_settings(a.folds, folds, a.convention);
  settings["trials"] = a.trials;
  settings["repeats"] = a.repeats;
  settings["seed"] = a.seed;
  return settings;
}

void write_results(const std::string& folder, const TuneReport& report) {
  write_file(folder + "/trials.tsv", trials_table(report));
  write_file(folder + "/trials.json", json_text(json_report(report)));
  write_file(folder + "/best.conf", best_config(report));
}

int run(const TuneArguments& a, const po::variables_map& given) {
  check_threads(a.threads);
  const TuningOptions options = tuning_options(a);
  const FitOptions start = model_options(a.model, given);
  const std::vector<SearchedOption> space = search_space(a, given);
  try {
    check_search(start, space);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--search: {}", error.what()));
  }
  const std::vector<Trial> trials = as_usage([&] { return draw_trials(start, space, options); });
  FoldSource source = fold_source(a.folds, given, a.threads);
  source.with_document_ids = needs_document_ids(options.convention);
  source.with_test = false;
  prepare_output(a.output, {}, {"best.conf", "trials.tsv", "trials.json"},
                 experiment_inputs(a.folds, false, given));

  FitsProgress progress("tune", a.output.quiet);
  const Folds folds = read_folds_aloud(source);
  if (!a.output.quiet) {
    fmt::print(stderr, "tune: {} on {}\n", counted(trials.size(), "trial"),
               counted(folds.folds.size(), "fold"));
  }
  TuningEvents events;
  events.on_fit = [&](std::size_t done, std::size_t planned, bool was_stored) {
    progress.fit_done(done, planned, was_stored);
  };
  events.on_rung = [&](std::size_t trials, std::size_t repeats, const Trial& leader) {
    progress.finish();
    if (a.output.quiet) return;
    fmt::print(stderr, "tune: {} with {}: trial {} leads with {:.4f}\n", counted(trials, "trial"),
               counted(repeats, "seed"), leader.number, leader.value);
  };
  TuneReport report = make_report(folds, tune(folds, trials, options, events), space, options);
  progress.finish();
  report.settings = settings_of(a, folds);
  if (!a.output.folder.empty()) write_results(a.output.folder, report);
  if (!a.output.plot.empty()) write_file(a.output.plot, to_svg(tune_chart(report)));
  if (a.output.json) {
    fmt::print("{}", json_text(json_report(report)));
  } else {
    fmt::print("{}", text_report(report));
    if (a.output.folder.empty()) fmt::print("\n{}", best_config(report));
  }
  return 0;
}

}  // namespace

Command tune_command() {
  return make_command<TuneArguments>(
      {"tune",
       "search for the settings of an objective that rank best on validation data",
       {{"gbrank tune --data OHSUMED --objective reg-shf-sdcg --metric ndcg@5 --output tuned",
         "60 settings on the folds of a folder; gbrank fit --config tuned/best.conf then uses the "
         "best"},
        {"gbrank tune --data all.txt --folds 5 --leaves 31 --search learning-rate=0.02..0.1 --time "
         "600",
         "one file, leaves fixed, a range of its own, ten minutes"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
