#include <algorithm>

#include <fmt/format.h>

#include "base/counted.h"
#include "base/file.h"
#include "cli/arguments.h"
#include "cli/cv_chart.h"
#include "cli/cv_report.h"
#include "cli/experiment_output.h"
#include "cli/fits_progress.h"
#include "cli/metric_options.h"
#include "cli/systems.h"

namespace gbrank::cli {
namespace {

struct CvArguments {
  FoldArguments folds;
  SystemArguments systems;
  std::string choose = "all";
  std::string choose_by = Metric{}.name();
  int early_stopping = 0;
  std::vector<std::string> metrics;
  ConventionArguments convention;
  std::string baseline;
  OutputArguments output;
  long long seed = 1;
  int threads = 0;
};

/// What papers on these collections print.
std::vector<std::string> table_metrics() {
  return {"ndcg@1", "ndcg@2", "ndcg@3", "ndcg@4", "ndcg@5", "ndcg@10",
          "p@1",    "p@2",    "p@3",    "p@4",    "p@5",    "map"};
}

OptionGroups describe(CvArguments& a) {
  OptionGroups groups = {describe_folds(a.folds)};
  for (const po::options_description& group : describe_systems(a.systems)) groups.push_back(group);

  po::options_description choice("Choosing the number of trees, on validation data");
  choice.add_options()  //
      ("choose-trees", with_default(a.choose, "WAY"),
       "all: keep every tree; fold: up to the best round on the fold's validation data; mean: up "
       "to the round that is best in the mean of all folds' validation data, which is steadier, "
       "but lets a fold's test queries, as validation data of another fold, have a say")  //
      ("choose-by", with_default(a.choose_by, "M"), "the metric that chooses")            //
      ("early-stopping", with_default(a.early_stopping, "N"),
       "with --choose-trees fold: stop after N rounds without improvement, 0: plant every tree");

  po::options_description output("Output");
  output.add_options()                                    //
      ("metric", po::value(&a.metrics)->value_name("M"),  //
       fmt::format("what the table shows; may be given more than once (default: {}). Known: {}",
                   fmt::join(table_metrics(), ", "), metric_help())
           .c_str())  //
      ("baseline", po::value(&a.baseline)->value_name("NAME"),
       "the system that the others are compared with (default: the first, objectives before "
       "files)");
  describe_output(output, a.output, "table.md, table.tsv, results.json and the out-of-fold scores",
                  "the same command then goes on where it was stopped",
                  "each metric's means with 95% intervals, and the folds");

  po::options_description running("Running");
  running.add_options()  //
      ("threads", with_default(a.threads, "N"),
       "threads, 0: every core; fits run side by side, and nothing depends on it")  //
      ("seed", with_default(a.seed, "N"), "of every fit");
  for (const po::options_description& group :
       {choice, output, describe_convention(a.convention), running, common_options()}) {
    groups.push_back(group);
  }
  return groups;
}

CrossValidationOptions cv_options(const CvArguments& a, const po::variables_map& given) {
  CrossValidationOptions options;
  const std::string choose = one_of("choose-trees", a.choose, choices_of("choose-trees"));
  options.choose = choose == "all"    ? ChooseTrees::kAll
                   : choose == "fold" ? ChooseTrees::kFold
                                      : ChooseTrees::kMean;
  if (a.early_stopping > 0 && options.choose != ChooseTrees::kFold) {
    throw UsageError("--early-stopping needs --choose-trees fold");
  }
  if (options.choose == ChooseTrees::kAll && !given["choose-by"].defaulted()) {
    throw UsageError("--choose-by needs --choose-trees fold or mean");
  }
  options.metrics = parse_metrics(a.metrics.empty() ? table_metrics() : a.metrics);
  options.convention = choose_convention(a.convention);
  options.threads = a.threads;
  options.state_folder = a.output.fits();
  return options;
}

/// The systems, the baseline first, with what is the same for all.
std::vector<System> all_systems(const CvArguments& a, const po::variables_map& given,
                                const CrossValidationOptions& cv) {
  std::vector<System> systems = read_systems(a.systems, given);
  for (System& system : systems) {
    system.options.metrics = parse_metrics({a.choose_by});
    system.options.convention = cv.convention;
    system.options.early_stopping = a.early_stopping;
    system.options.seed = checked_seed(a.seed);
    system.options.threads = a.threads;
    as_usage([&] { check_options(system.options); });
  }
  if (a.baseline.empty()) return systems;
  std::vector<std::string> names;
  for (const System& system : systems) names.push_back(system.name);
  one_of("baseline", a.baseline, names);
  const auto first = std::ranges::find(systems, a.baseline, &System::name);
  std::rotate(systems.begin(), first, first + 1);
  return systems;
}

std::string score_lines(const std::vector<double>& scores) {
  std::string text;
  for (const double score : scores) text += fmt::format("{}\n", score);
  return text;
}

/// Each row's score by the model that had not seen its query: a file in the order of the data, or
/// for a folder of folds a file for each test file.
void write_scores(const std::string& folder, const Folds& folds, const CvReport& report) {
  for (const CvReport::System& system : report.systems) {
    if (folds.rows > 0) {
      std::vector<double> all(folds.rows);
      for (std::size_t f = 0; f < folds.folds.size(); ++f) {
        const std::vector<std::size_t>& rows = folds.folds[f].test_rows;
        for (std::size_t r = 0; r < rows.size(); ++r) all[rows[r]] = system.result.scores[f][r];
      }
      write_file(fmt::format("{}/{}.txt", folder, system.name), score_lines(all));
      continue;
    }
    for (std::size_t f = 0; f < folds.folds.size(); ++f) {
      write_file(fmt::format("{}/{}.{}.txt", folder, system.name, report.folds[f]),
                 score_lines(system.result.scores[f]));
    }
  }
}

nlohmann::ordered_json settings_of(const CvArguments& a, const Folds& folds) {
  nlohmann::ordered_json settings = experiment_settings(a.folds, folds, a.convention);
  settings["seed"] = a.seed;
  settings["choose-trees"] = a.choose;
  if (a.choose != "all") {
    settings["choose-by"] = a.choose_by;
    settings["early-stopping"] = a.early_stopping;
  }
  return settings;
}

/// A table of equal scores looks like one of bad models.
void warn_of_no_splits(const CvReport& report) {
  for (const CvReport::System& system : report.systems) {
    const std::size_t without = system.result.folds_without_split;
    if (without == 0) continue;
    fmt::print(
        stderr,
        "gbrank: warning: {}: in {} of {} no tree that is kept has a split, so all documents "
        "get the same score; the data may be too small for --min-docs-per-leaf {}\n",
        system.name, without, counted(report.folds.size(), "fold"),
        system.options.tree.min_docs_per_leaf);
  }
}

void write_results(const std::string& folder, const Folds& folds, const CvReport& report) {
  write_scores(folder + "/scores", folds, report);
  write_file(folder + "/table.tsv", tsv_table(report));
  write_file(folder + "/table.md", markdown_table(report));
  write_file(folder + "/results.json", json_text(json_report(report)));
}

int run(const CvArguments& a, const po::variables_map& given) {
  check_threads(a.threads);
  const CrossValidationOptions options = cv_options(a, given);
  const std::vector<System> systems = all_systems(a, given, options);
  FoldSource source = fold_source(a.folds, given, a.threads);
  source.with_document_ids = needs_document_ids(options.convention);
  std::vector<FileArgument> inputs = experiment_inputs(a.folds, true, given);
  for (const SystemFile& file : system_files(a.systems)) inputs.push_back({"system", file.path});
  prepare_output(a.output, {"scores"}, {"table.md", "table.tsv", "results.json"}, inputs);

  FitsProgress progress("cv", a.output.quiet);
  const Folds folds = read_folds_aloud(source);
  progress.fit_done(0, systems.size() * folds.folds.size(), false);
  std::vector<SystemResult> results = cross_validate(
      folds, systems, options, [&](std::size_t done, std::size_t planned, bool was_stored) {
        progress.fit_done(done, planned, was_stored);
      });
  progress.finish();
  CvReport report =
      make_report(folds, systems, std::move(results), options, {.threads = a.threads});
  report.settings = settings_of(a, folds);
  warn_of_no_splits(report);
  if (!a.output.folder.empty()) write_results(a.output.folder, folds, report);
  if (!a.output.plot.empty()) write_file(a.output.plot, to_svg(cv_chart(report)));
  if (a.output.json) {
    fmt::print("{}", json_text(json_report(report)));
  } else {
    fmt::print("{}", text_table(report));
  }
  return 0;
}

}  // namespace

Command cv_command() {
  return make_command<CvArguments>(
      {"cv",
       "cross-validate one or several objectives: the tables of the papers",
       {{"gbrank cv --data OHSUMED --objective lambdarank --objective reg-shf-sdcg --convention "
         "letor3",
         "the folds of a folder: means over folds, and which differences are real"},
        {"gbrank cv --data all.txt --folds 5 --system tuned.conf --objective lambdarank --output "
         "results",
         "one file, its queries dealt to five folds; tables, scores and finished fits in a "
         "folder"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
