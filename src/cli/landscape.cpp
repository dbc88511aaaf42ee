#include <optional>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "base/file.h"
#include "cli/arguments.h"
#include "cli/landscape_report.h"
#include "cli/metric_options.h"
#include "cli/unknown_features.h"

namespace gbrank::cli {
namespace {

struct LandscapeArguments {
  std::string model;
  std::string data;
  std::vector<std::string> directions{direction_kinds().begin(), direction_kinds().end()};
  int count = 50;
  double range = LandscapeOptions{}.range;
  int steps = static_cast<int>(LandscapeOptions{}.steps);
  std::vector<std::string> metrics = {Metric{}.name()};
  ConventionArguments convention;
  long long samples = static_cast<long long>(LandscapeOptions{}.samples);
  long long seed = static_cast<long long>(LandscapeOptions{}.seed);
  std::string output;
  std::string plot;
  int top = 5;
  bool json = false;
  int threads = 0;
};

OptionGroups describe(LandscapeArguments& a) {
  const auto file = [](auto& field) { return po::value(&field)->value_name("F"); };
  po::options_description group("Options");
  group.add_options()                                                             //
      ("model", file(a.model)->required(), "the model whose numbers are varied")  //
      ("data", file(a.data)->required(),
       "LETOR file with the labels, plain or gzip; - for standard input")  //
      ("direction", po::value(&a.directions)->value_name("NAME"),
       "what to vary: tree (the weight of a tree, to 1 + t), leaf (the value of a leaf, by t times "
       "the standard deviation of its tree's leaf values), random (all leaf values, each by that "
       "times a number of a standard normal distribution); or tree:12, leaf:12 (each leaf of tree "
       "12), leaf:12:3, counted from 0. May be given more than once (default: tree, leaf, random)")
      //
      ("count", with_default(a.count, "N"),
       "directions of each kind, drawn by the seed; all where there are no more")               //
      ("range", with_default(a.range, "X"), "steps t go from -X to X")                          //
      ("steps", with_default(a.steps, "N"), "so many on either side of 0, at equal distances")  //
      ("metric", po::value(&a.metrics)->value_name("M"),
       fmt::format("what to measure; may be given more than once (default: {}). Known: {}",
                   fmt::join(a.metrics, ", "), metric_help())
           .c_str())  //
      ("samples", with_default(a.samples, "N"),
       "choices of signs that the test of each direction tries, 20 or more a direction")  //
      ("seed", with_default(a.seed, "N"),
       "of the choice of directions, of the random ones and of the tests")  //
      ("output", file(a.output),
       "a table for programs, tab-separated: each direction, each step, each metric")           //
      ("plot", file(a.plot), "a picture, SVG: the metrics along each direction, kind by kind")  //
      ("top", with_default(a.top, "N"), "name so many of the surest raises")                    //
      ("json", po::bool_switch(&a.json), "JSON instead of text")                                //
      ("threads", with_default(a.threads, "N"),
       "threads, 0: every core; the values do not depend on it");
  return {group, describe_convention(a.convention), common_options()};
}

/// What the arguments ask for, but for the directions, which depend on the model.
LandscapeOptions landscape_options(const LandscapeArguments& a) {
  check_threads(a.threads);
  if (a.count < 1) throw UsageError(fmt::format("--count is {}, expected 1 or more", a.count));
  if (a.top < 0) throw UsageError(fmt::format("--top is {}, expected 0 or more", a.top));
  if (a.steps < 1) throw UsageError(fmt::format("--steps is {}, expected 1 or more", a.steps));
  if (a.samples < 1) {
    throw UsageError(fmt::format("--samples is {}, expected 1 or more", a.samples));
  }
  LandscapeOptions options;
  options.range = a.range;
  options.steps = static_cast<std::size_t>(a.steps);
  options.metrics = parse_metrics(a.metrics);
  options.convention = choose_convention(a.convention);
  options.seed = checked_seed(a.seed);
  options.samples = static_cast<std::size_t>(a.samples);
  options.threads = a.threads;
  as_usage([&] { check_options(options); });
  return options;
}

std::vector<DirectionRequest> requests_of(const LandscapeArguments& a) {
  return as_usage([&] {
    std::vector<DirectionRequest> requests;
    for (const std::string& text : a.directions) requests.push_back(parse_direction(text));
    return requests;
  });
}

/// What is wrong with the options only for this model is a mistake of usage, too.
void choose_for(const Ensemble& model, const LandscapeArguments& a,
                const std::vector<DirectionRequest>& requests, LandscapeOptions& options) {
  try {
    options.directions =
        choose_directions(model, requests, static_cast<std::size_t>(a.count), options.seed);
    check_options(options);
  } catch (const OptionError& error) {
    throw UsageError(fmt::format("--{}", error.what()));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", a.model, error.what()));
  }
}

void check_files(const LandscapeArguments& a) {
  check_outputs({{"model", a.model}, {"data", a.data}}, {{"output", a.output}, {"plot", a.plot}});
  if (a.output == "-" || a.plot == "-") {
    throw UsageError("--output and --plot go to files, found -");
  }
}

int run(const LandscapeArguments& a, const po::variables_map&) {
  check_files(a);
  LandscapeOptions options = landscape_options(a);
  const std::vector<DirectionRequest> requests = requests_of(a);
  const Ensemble model = load_model(a.model);
  choose_for(model, a, requests, options);
  std::optional<AtomicFile> table;
  std::optional<AtomicFile> picture;
  if (!a.output.empty()) table.emplace(a.output);
  if (!a.plot.empty()) picture.emplace(a.plot);

  const JudgedText data(a.data, needs_document_ids(options.convention), a.threads);
  TextScorer scorer(model, a.threads);
  std::vector<std::uint32_t> leaves;
  scorer.leaves(data.source(), leaves);
  warn_of_unknown_features(scorer.largest_index(), model, data.name());
  LandscapeReport report{a.model, data.name(), options, {}};
  try {
    report.landscape = study_landscape(model, leaves, data.judged().lists(), options);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", data.name(), error.what()));
  }
  if (table) table->write(landscape_tsv(report.landscape));
  if (picture) picture->write(to_svg(landscape_chart(report)));
  if (table) table->commit();
  if (picture) picture->commit();
  if (a.json) {
    fmt::print("{}\n", landscape_json(report).dump(2));
  } else {
    fmt::print("{}", landscape_text(report, static_cast<std::size_t>(a.top)));
  }
  return 0;
}

}  // namespace

Command landscape_command() {
  return make_command<LandscapeArguments>(
      {"landscape",
       "vary the numbers of a model: is it a local optimum of NDCG?",
       {{"gbrank landscape --model model.json --data train.txt",
         "weights of trees, values of leaves and random directions: does a step raise ndcg@10?"},
        {"gbrank landscape --model model.json --data train.txt --direction tree:0 --direction "
         "leaf:0 --range 3 --steps 60 --output landscape.tsv --plot landscape.svg",
         "the first tree and each of its leaves, further and finer; a table and a picture"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
