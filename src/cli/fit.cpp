#include "gbrank/fit.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "base/file.h"
#include "base/parallel.h"
#include "cli/arguments.h"
#include "cli/fit_arguments.h"
#include "cli/fit_chart.h"
#include "cli/number_file.h"
#include "cli/progress.h"
#include "cli/read_data.h"
#include "cli/report.h"
#include "cli/unknown_features.h"

namespace gbrank::cli {
namespace {

void say(const FitArguments& a, const std::string& text) {
  if (!a.quiet) fmt::print(stderr, "{}\n", text);
}

ReadOptions read_options(const FitArguments& a) { return {a.read.bins, a.fit.threads}; }

/// Reads a file by the given function, and says what was found and how long it took.
template <typename Read>
Dataset read_said(const FitArguments& a, const Read& read) {
  const auto start = std::chrono::steady_clock::now();
  Dataset data = read();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::string differs;
  if (data.largest_index() != data.binning().features) {
    differs = fmt::format(" (the training data has {})", data.binning().features);
  }
  say(a, fmt::format("{}: {} rows, {} queries, {} features{}, {}", data.name(), data.rows(),
                     data.queries(), data.largest_index(), differs, seconds_text(took.count())));
  return data;
}

/// The metrics of the finished model on a test file, on standard output; of several, each line ends
/// with its file.
void evaluate_on(const std::string& path, const Ensemble& ensemble, const FitOptions& options,
                 bool metrics_given, bool say_file) {
  const JudgedText data(path, needs_document_ids(options.convention), options.threads);
  const Report report =
      measure(data.name(), metrics_given ? options.metrics : parse_metrics(default_metrics()),
              options.convention, data.judged().lists(),
              score_judged(data, ensemble, options.threads), resolve_threads(options.threads));
  fmt::print("{}", report_lines(report, say_file ? data.name() : ""));
}

int run(const FitArguments& a, const po::variables_map& given) {
  FitOptions options = fit_options(a, given);
  check_files(a);
  if (!a.feature_names.empty()) options.feature_names = read_feature_names(a.feature_names);

  const Dataset train =
      read_said(a, [&] { return read_with_bins(a.train, read_options(a), given); });
  if (!a.feature_names.empty() && options.feature_names.size() < train.largest_index()) {
    throw Error(fmt::format("{}: found {} names, expected one for each of the {} features of {}",
                            a.feature_names, options.feature_names.size(), train.largest_index(),
                            train.name()));
  }
  if (!a.query_weights.empty()) {
    options.query_weights = read_query_weights(a.query_weights, train.queries());
  }
  std::vector<Dataset> valid;
  for (const std::string& path : a.valid) {
    valid.push_back(
        read_said(a, [&] { return read_dataset(path, read_options(a), train.binning()); }));
  }

  const ProgressStyle style = choose_progress_style(a.quiet);
  options.loss_every = measures_every_round(a) ? 1 : loss_every(style, options.trees);
  Progress progress(style, options);
  std::string log = log_header(options, valid.size());
  FitChart chart(options, a.train, a.valid);
  int last_round = 0;
  const Ensemble ensemble = fit(train, valid, options, [&](const RoundReport& report) {
    last_round = report.round;
    log += log_line(report);
    if (!a.plot.empty()) chart.round(report);
    progress.round(report);
    if (report.nothing_to_learn) {
      progress.finish();
      fmt::print(stderr,
                 "gbrank: round {}: every gradient is zero, there is nothing {}to learn; training "
                 "ends\n",
                 report.round, report.round == 1 ? "" : "more ");
    }
  });
  progress.finish();
  const auto no_split = [](const Tree& tree) { return tree.nodes() == 0; };
  if (!ensemble.trees.empty() && std::ranges::all_of(ensemble.trees, no_split)) {
    fmt::print(
        stderr,
        "gbrank: no tree has a split, so every document gets the same score: {} documents "
        "may be too few for --min-docs-per-leaf {} and --min-hessian {}, or the features say "
        "nothing\n",
        train.rows(), options.tree.min_docs_per_leaf, options.tree.min_hessian);
  }
  save_model(ensemble, a.model);
  if (!a.log.empty()) write_file(a.log, log);
  if (!a.plot.empty()) write_file(a.plot, to_svg(chart.chart()));
  say(a, fmt::format("{}: {} trees{}, {}", a.model, ensemble.trees.size(),
                     options.early_stopping > 0
                         ? fmt::format(" of {} planted", last_round * options.bags)
                         : "",
                     seconds_text(progress.seconds())));
  for (const std::string& path : a.test) {
    evaluate_on(path, ensemble, options, given.count("metric") > 0, a.test.size() > 1);
  }
  return 0;
}

}  // namespace

Command fit_command() {
  return make_command<FitArguments>(
      {"fit",
       "train a ranker on judged queries",
       {{"gbrank fit --train train.txt --model model.json", "LambdaMART with the defaults"},
        {"gbrank fit --train train.txt --valid vali.txt --test test.txt --model model.json "
         "--objective regression --metric ndcg@5 --early-stopping 50",
         "choose the number of trees on validation data, measure the model on test data"}},
       {},
       {}},
      describe_fit, run);
}

}  // namespace gbrank::cli
