#include "gbrank/fit.h"

#include <algorithm>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "base/file.h"
#include "base/parallel.h"
#include "cli/arguments.h"
#include "cli/metric_options.h"
#include "cli/objective_options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/score_text.h"
#include "data/judgements.h"
#include "data/text_source.h"

namespace gbrank::cli {
namespace {

struct FitArguments {
  std::string train;
  std::vector<std::string> valid;
  std::vector<std::string> test;
  std::string feature_names;
  std::string model;
  std::string log;
  bool quiet = false;
  std::string leaf;
  std::vector<std::string> metrics = {Metric{}.name()};
  ConventionArguments convention;
  long long seed = 1;
  ReadOptions read;
  FitOptions fit;
};

/// An option whose default is what the struct says.
template <typename T>
auto* option(T& field, const char* value_name) {
  return po::value(&field)->default_value(field, fmt::format("{}", field))->value_name(value_name);
}

OptionGroups describe(FitArguments& a) {
  const auto file = [](auto& field) { return po::value(&field)->value_name("F"); };
  po::options_description data("Data (LETOR files, plain or gzip; - for standard input)");
  data.add_options()                                              //
      ("train", file(a.train)->required(), "what to learn from")  //
      ("valid", file(a.valid),                                    //
       "what to measure on each round; may be given more than once, the first one chooses the "
       "round")  //
      ("test", file(a.test),
       "what to measure the finished model on; may be given more than once, the lines then end "
       "with the file")                                                              //
      ("feature-names", file(a.feature_names), "names of the features, one a line")  //
      ("bins", option(a.read.bins, "N"), "the most bins for the values of a feature, 2 to 255");

  po::options_description output("Output");
  output.add_options()                                              //
      ("model", file(a.model)->required(), "where the model goes")  //
      ("log", file(a.log),
       "every round, tab-separated: the loss that its tree started from, and the metrics after it, "
       "on the training data too")  //
      ("quiet", po::bool_switch(&a.quiet), "no progress");

  std::string objective_names;
  for (const ObjectiveInfo& info : objectives()) {
    objective_names += fmt::format("; {}: {}", info.name, info.summary);
  }
  po::options_description trees("Trees");
  trees.add_options()                                        //
      ("objective", option(a.fit.objective, "NAME"),         //
       ("what to optimise" + objective_names).c_str())       //
      ("trees", option(a.fit.trees, "N"), "how many trees")  //
      ("learning-rate", option(a.fit.learning_rate, "X"),
       "what each tree's answer is multiplied by")                             //
      ("leaves", option(a.fit.tree.leaves, "N"), "the most leaves of a tree")  //
      ("max-depth", option(a.fit.tree.max_depth, "N"),
       "the most splits above a leaf, 0: no limit")                     //
      ("min-docs-per-leaf", option(a.fit.tree.min_docs_per_leaf, "N"),  //
       "the fewest documents in a leaf")                                //
      ("min-hessian", option(a.fit.tree.min_hessian, "X"),
       "the least sum of hessians in a leaf")                                         //
      ("l2", option(a.fit.tree.l2, "X"), "added to the divisor of every leaf value")  //
      ("leaf", po::value(&a.leaf)->value_name("NAME"),                                //
       "what a leaf answers: newton, -G/(H + l2), or mean, the mean negative gradient "
       "(default: what suits the objective, see gbrank objectives)")           //
      ("feature-fraction", option(a.fit.feature_fraction, "X"),                //
       "the share of features that a tree may use, drawn anew for each tree")  //
      ("query-fraction", option(a.fit.query_fraction, "X"),                    //
       "the share of queries that a tree learns from, drawn anew for each tree");

  po::options_description choice("Choosing the round");
  choice.add_options()                                    //
      ("metric", po::value(&a.metrics)->value_name("M"),  //
       fmt::format("what to measure; may be given more than once, the first one chooses the round "
                   "(default: {}). Known: {}",               //
                   a.metrics.front(), metric_help())         //
           .c_str())                                         //
      ("early-stopping", option(a.fit.early_stopping, "N"),  //
       "stop after N rounds without improvement and keep the best round, 0: keep every tree");

  po::options_description running("Running");
  running.add_options()  //
      ("threads", option(a.fit.threads, "N"),
       "threads, 0: every core; the model does not depend on it")  //
      ("seed", option(a.seed, "N"), "what is random follows from it");

  OptionGroups groups = {data, output, trees, choice, describe_convention(a.convention), running};
  for (const po::options_description& group : describe_objective_options()) groups.push_back(group);
  groups.push_back(common_options());
  return groups;
}

/// What the arguments ask for.
FitOptions fit_options(const FitArguments& a, const po::variables_map& given) {
  FitOptions options = a.fit;
  options.objective_options = chosen_objective_options(options.objective, given);
  if (!a.leaf.empty()) {
    options.tree.leaf =
        one_of("leaf", a.leaf, choices_of("leaf")) == "mean" ? LeafRule::kMean : LeafRule::kNewton;
  }
  options.metrics = parse_metrics(a.metrics);
  options.convention = choose_convention(a.convention);
  options.train_metrics = !a.log.empty();
  if (a.seed < 0) throw UsageError(fmt::format("--seed is {}, expected 0 or more", a.seed));
  options.seed = static_cast<std::uint64_t>(a.seed);
  if (options.early_stopping > 0 && a.valid.empty()) {
    throw UsageError("--early-stopping needs --valid");
  }
  const auto from_standard_input =
      std::ranges::count(a.valid, "-") + std::ranges::count(a.test, "-");
  if (from_standard_input + (a.train == "-" ? 1 : 0) > 1) {
    throw UsageError("only one of --train, --valid and --test can be standard input");
  }
  as_usage([&] { check_options(options); });
  return options;
}

void say(const FitArguments& a, const std::string& text) {
  if (!a.quiet) fmt::print(stderr, "{}\n", text);
}

Dataset read_said(const FitArguments& a, const std::string& path, const Binning* binning) {
  ReadOptions read = a.read;
  read.threads = a.fit.threads;
  Dataset data = binning == nullptr ? read_dataset(path, read) : read_dataset(path, read, *binning);
  std::string differs;
  if (data.largest_index() != data.binning().features) {
    differs = fmt::format(" (the training data has {})", data.binning().features);
  }
  say(a, fmt::format("{}: {} rows, {} queries, {} features{}", data.name(), data.rows(),
                     data.queries(), data.largest_index(), differs));
  return data;
}

/// The metrics of the finished model on a test file, on standard output; of several, each line ends
/// with its file.
void evaluate_on(const std::string& path, const Ensemble& ensemble, const FitOptions& options,
                 bool metrics_given, bool say_file) {
  const TextFile file(path);
  const NamedText source{file.text(), file.name(), 1};
  const bool with_ids = options.convention.ties == Ties::kDocumentId;
  const Judgements judged = parse_judgements(source, with_ids, options.threads);
  TextScorer scorer(ensemble, options.threads);
  std::vector<double> scores;
  scorer.score(source, scores);
  warn_of_unknown_features(scorer, ensemble, file.name());
  const Report report =
      measure(file.name(), metrics_given ? options.metrics : parse_metrics(default_metrics()),
              options.convention, judged.lists(), scores, resolve_threads(options.threads));
  fmt::print("{}", report_lines(report, say_file ? file.name() : ""));
}

/// Better now than after a night of training.
void check_files(const FitArguments& a) {
  std::vector<FileArgument> inputs = {{"train", a.train}, {"feature-names", a.feature_names}};
  for (const std::string& path : a.valid) inputs.push_back({"valid", path});
  for (const std::string& path : a.test) inputs.push_back({"test", path});
  if (a.model == "-" || a.log == "-") throw UsageError("--model and --log go to files, not to -");
  check_outputs(inputs, {{"model", a.model}, {"log", a.log}});
  const AtomicFile model(a.model);
  if (!a.log.empty()) const AtomicFile log(a.log);
}

int run(const FitArguments& a, const po::variables_map& given) {
  FitOptions options = fit_options(a, given);
  if (a.read.bins < 2 || a.read.bins > 255) {
    throw UsageError(fmt::format("--bins is {}, expected 2 to 255", a.read.bins));
  }
  check_files(a);
  if (!a.feature_names.empty()) options.feature_names = read_feature_names(a.feature_names);

  const Dataset train = read_said(a, a.train, nullptr);
  if (!a.feature_names.empty() && options.feature_names.size() < train.largest_index()) {
    throw Error(fmt::format("{}: found {} names, expected one for each of the {} features of {}",
                            a.feature_names, options.feature_names.size(), train.largest_index(),
                            train.name()));
  }
  std::vector<Dataset> valid;
  for (const std::string& path : a.valid) valid.push_back(read_said(a, path, &train.binning()));

  Progress progress(choose_progress_style(a.quiet), options);
  std::string log = log_header(options, valid.size());
  int last_round = 0;
  const Ensemble ensemble = fit(train, valid, options, [&](const RoundReport& report) {
    last_round = report.round;
    log += log_line(report);
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
  save_model(ensemble, a.model);
  if (!a.log.empty()) write_file(a.log, log);
  say(a, fmt::format("{}: {} trees{}, {:.1f} s", a.model, ensemble.trees.size(),
                     options.early_stopping > 0 ? fmt::format(" of {} planted", last_round) : "",
                     progress.seconds()));
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
      describe, run);
}

}  // namespace gbrank::cli
