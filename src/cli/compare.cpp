#include <algorithm>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "cli/arguments.h"
#include "cli/comparison.h"
#include "cli/metric_options.h"
#include "cli/number_file.h"
#include "cli/report.h"
#include "cli/unknown_features.h"

namespace gbrank::cli {
namespace {

struct CompareArguments {
  std::string data;
  std::vector<std::string> scores;
  std::vector<std::string> models;
  std::string baseline;
  std::vector<std::string> metrics = default_metrics();
  ConventionArguments convention;
  RandomisationOptions randomisation;
  long long samples = static_cast<long long>(RandomisationOptions{}.samples);
  long long seed = static_cast<long long>(RandomisationOptions{}.seed);
  int changes = 5;
  bool json = false;
  int threads = 0;
};

OptionGroups describe(CompareArguments& a) {
  po::options_description group("Options");
  group.add_options()                                                                 //
      ("data", po::value(&a.data)->required()->value_name("F"),                       //
       "LETOR file with the labels, plain or gzip; - for standard input")             //
      ("scores", po::value(&a.scores)->value_name("F"),                               //
       "a system: its scores, one a line in row order; may be given more than once")  //
      ("model", po::value(&a.models)->value_name("F"),                                //
       "a system: the model to score the data with; may be given more than once")     //
      ("baseline", po::value(&a.baseline)->value_name("F"),                           //
       "the system that the others are compared with (default: the first, scores before models)")
      //
      ("metric", po::value(&a.metrics)->value_name("M"),  //
       fmt::format("what to measure; may be given more than once (default: {}). Known: {}",
                   fmt::join(default_metrics(), ", "), metric_help())
           .c_str())  //
      ("changes", with_default(a.changes, "N"),
       "name so many of the queries that changed most")  //
      ("samples", with_default(a.samples, "N"),
       "exchanges that the randomisation test tries; all of them where there are no more")  //
      ("seed", with_default(a.seed, "N"), "of these exchanges")                             //
      ("json", po::bool_switch(&a.json), "JSON instead of tables")                          //
      ("threads", with_default(a.threads, "N"),
       "threads, 0: every core; the values do not depend on it");
  return {group, describe_convention(a.convention), common_options()};
}

/// One ranking of the data.
struct System {
  std::string path;
  bool is_model;
};

std::vector<System> systems_of(const CompareArguments& a) {
  std::vector<System> systems;
  for (const std::string& path : a.scores) systems.push_back({path, false});
  for (const std::string& path : a.models) systems.push_back({path, true});
  if (systems.size() < 2) {
    throw UsageError("give two systems or more to compare, by --scores or --model");
  }
  for (std::size_t i = 0; i < systems.size(); ++i) {
    const auto again = std::ranges::find(systems.begin(), systems.begin() + std::ptrdiff_t(i),
                                         systems[i].path, &System::path);
    if (again == systems.begin() + std::ptrdiff_t(i)) continue;
    throw UsageError(fmt::format("{} is given twice", systems[i].path));
  }
  if (!a.baseline.empty()) {
    const auto first = std::ranges::find(systems, a.baseline, &System::path);
    if (first == systems.end()) {
      throw UsageError(
          fmt::format("--baseline is {}, expected one of the files of --scores and "
                      "--model",
                      a.baseline));
    }
    std::rotate(systems.begin(), first, first + 1);
  }
  return systems;
}

RandomisationOptions randomisation_of(const CompareArguments& a) {
  constexpr long long kMostSamples = 1000000000;
  if (a.samples < 1 || a.samples > kMostSamples) {
    throw UsageError(fmt::format("--samples is {}, expected 1 to {}", a.samples, kMostSamples));
  }
  return {static_cast<std::size_t>(a.samples), checked_seed(a.seed), a.threads};
}

int run(const CompareArguments& a, const po::variables_map&) {
  const std::vector<System> systems = systems_of(a);
  std::vector<FileArgument> inputs = {{"data", a.data}};
  for (const std::string& path : a.scores) inputs.push_back({"scores", path});
  check_standard_input(inputs);
  check_threads(a.threads);
  if (a.changes < 0)
    throw UsageError(fmt::format("--changes is {}, expected 0 or more", a.changes));
  const RandomisationOptions randomisation = randomisation_of(a);
  const std::vector<Metric> metrics = parse_metrics(a.metrics);
  const Convention convention = choose_convention(a.convention);

  const JudgedText data(a.data, needs_document_ids(convention), a.threads);
  const Judgements& judged = data.judged();
  Comparison comparison{{}, {judged.query_ids.begin(), judged.query_ids.end()}, {}};
  std::vector<Report> reports;
  for (const System& system : systems) {
    comparison.systems.push_back(system.path);
    const std::vector<double> scores = system.is_model
                                           ? score_judged(data, load_model(system.path), a.threads)
                                           : read_scores(system.path, judged.labels.size(), false);
    reports.push_back(measure(data.name(), metrics, convention, judged.lists(), scores,
                              resolve_threads(a.threads)));
  }
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    std::vector<MetricValue> of_systems;
    for (const Report& report : reports) of_systems.push_back(report.values[m]);
    comparison.metrics.push_back(compare_systems(metrics[m], std::move(of_systems), randomisation));
  }
  const auto changes = static_cast<std::size_t>(a.changes);
  fmt::print("{}", a.json ? comparison_json(comparison, convention, randomisation, changes)
                          : comparison_text(comparison, changes));
  return 0;
}

}  // namespace

Command compare_command() {
  return make_command<CompareArguments>(
      {"compare",
       "tell whether one ranking is better than another, and how surely",
       {{"gbrank compare --data test.txt --model a.json --model b.json",
         "two models: means, 95% intervals, paired t-test and Fisher's randomisation test"},
        {"gbrank compare --data test.txt --scores bm25.txt --model a.json --model b.json "
         "--metric ndcg@5 --convention letor3 --json",
         "several systems against the first, with Holm's correction, for a program"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
