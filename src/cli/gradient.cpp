#include "gbrank/gradient.h"

#include <iterator>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/number_file.h"
#include "cli/objective_options.h"
#include "data/text_source.h"
#include "model/json_text.h"

namespace gbrank::cli {
namespace {

struct GradientArguments {
  std::string data;
  std::string scores;
  std::string query_weights;
  std::string arithmetic = "exact";
  long long seed = 1;
  bool per_query = false;
  bool json = false;
  GradientOptions options;
};

OptionGroups describe(GradientArguments& a) {
  const auto file = [](auto& field) { return po::value(&field)->value_name("F"); };
  po::options_description group("Options");
  group.add_options()                                                                         //
      ("data", file(a.data)->required(),                                                      //
       "LETOR file with the labels, plain or gzip; - for standard input")                     //
      ("objective", with_default(a.options.objective, "NAME"), objective_help().c_str())      //
      ("scores", file(a.scores),                                                              //
       "scores, one a line in row order (default: where training starts)")                    //
      ("query-weights", file(a.query_weights),                                                //
       "what each query counts for, one number a line in the order of the data "              //
       "(default: 1 each)")                                                                   //
      ("round", with_default(a.options.round, "N"), "the round of the fit, 1 to --trees")     //
      ("trees", with_default(a.options.trees, "N"), "how many trees the fit plans")           //
      ("seed", with_default(a.seed, "N"), "what is random follows from it, as in fit")        //
      ("per-query", po::bool_switch(&a.per_query), "the loss of each query instead of rows")  //
      ("json", po::bool_switch(&a.json), "JSON instead of tab-separated lines")               //
      ("arithmetic", with_default(a.arithmetic, "NAME"),                                      //
       "exact: obvious code, to compare with; fast: vector code, what fit uses")              //
      ("threads", with_default(a.options.threads, "N"),                                       //
       "threads, 0: every core; the values do not depend on it");
  OptionGroups groups = {group};
  for (const po::options_description& own : describe_objective_options()) groups.push_back(own);
  groups.push_back(common_options());
  return groups;
}

/// What the arguments ask for, but for the weights.
GradientOptions gradient_options(const GradientArguments& a, const po::variables_map& given) {
  GradientOptions options = a.options;
  options.objective_options = chosen_objective_options(options.objective, given);
  options.seed = checked_seed(a.seed);
  const bool fast = one_of("arithmetic", a.arithmetic, choices_of("arithmetic")) == "fast";
  options.arithmetic = fast ? Arithmetic::kFast : Arithmetic::kExact;
  as_usage([&] { check_options(options); });
  return options;
}

using Text = fmt::memory_buffer;

template <typename... Values>
void add(Text& text, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

/// 17 digits are enough to read back the same double.
void write_rows(const Judgements& judged, const ObjectiveGradient& result, Text& text) {
  add(text, "qid\tlabel\tscore\tgradient\thessian\n");
  for (std::size_t q = 0; q < judged.query_ids.size(); ++q) {
    for (std::size_t i = judged.offsets[q]; i < judged.offsets[q + 1]; ++i) {
      add(text, "{}\t{}\t{:.17g}\t{:.17g}\t{:.17g}\n", judged.query_ids[q],
          number_text(judged.labels[i]), result.scores[i], result.gradient[i], result.hessian[i]);
    }
  }
}

void write_losses(const Judgements& judged, const ObjectiveGradient& result, Text& text) {
  add(text, "qid\tloss\n");
  for (std::size_t q = 0; q < judged.query_ids.size(); ++q) {
    add(text, "{}\t{:.17g}\n", judged.query_ids[q], result.losses[q]);
  }
}

void write_json(const Judgements& judged, const ObjectiveGradient& result,
                const GradientOptions& options, bool with_rows, Text& text) {
  add(text, "{{\n  \"objective\": {},\n  \"round\": {},\n  \"trees\": {},\n  \"traces\": {{",
      json_string(options.objective), options.round, options.trees);
  const std::vector<std::string> traces = traces_of(options.objective);
  for (std::size_t t = 0; t < traces.size(); ++t) {
    add(text, "{}{}: {}", t == 0 ? "" : ", ", json_string(traces[t]),
        json_number(result.traces[t]));
  }
  add(text, "}},\n  \"queries\": [");
  for (std::size_t q = 0; q < judged.query_ids.size(); ++q) {
    add(text, "{}\n    {{\"qid\": {}, \"loss\": {}", q == 0 ? "" : ",",
        json_string(judged.query_ids[q]), json_number(result.losses[q]));
    if (with_rows) add(text, ", \"documents\": [");
    for (std::size_t i = judged.offsets[q]; with_rows && i < judged.offsets[q + 1]; ++i) {
      add(text, "{}\n      {{\"label\": {}, \"score\": {}, \"gradient\": {}, \"hessian\": {}}}",
          i == judged.offsets[q] ? "" : ",", number_text(judged.labels[i]),
          json_number(result.scores[i]), json_number(result.gradient[i]),
          json_number(result.hessian[i]));
    }
    add(text, "{}}}", with_rows ? "\n    ]" : "");
  }
  add(text, "\n  ]\n}}\n");
}

int run(const GradientArguments& a, const po::variables_map& given) {
  check_standard_input(
      {{"data", a.data}, {"scores", a.scores}, {"query-weights", a.query_weights}});
  GradientOptions options = gradient_options(a, given);
  const Judgements judged = read_judgements(a.data, false, options.threads);
  std::vector<double> scores;
  if (!a.scores.empty()) scores = read_scores(a.scores, judged.labels.size(), true);
  if (!a.query_weights.empty()) {
    options.query_weights = read_query_weights(a.query_weights, judged.query_ids.size());
  }
  ObjectiveGradient result;
  try {
    result = gradient_of(judged.lists(), scores, options);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", display_name(a.data), error.what()));
  }

  Text text;
  if (a.json) {
    write_json(judged, result, options, !a.per_query, text);
  } else if (a.per_query) {
    write_losses(judged, result, text);
  } else {
    write_rows(judged, result, text);
  }
  fmt::print("{}", fmt::to_string(text));
  return 0;
}

}  // namespace

Command gradient_command() {
  return make_command<GradientArguments>(
      {"gradient",
       "show the gradient, hessian and loss that an objective gives judged queries",
       {{"gbrank gradient --data train.txt --objective ranknet",
         "each row's gradient and hessian where training starts"},
        {"gbrank gradient --data train.txt --objective reg-shf-sdcg --scores scores.txt --round "
         "125 --trees 250 --per-query",
         "the loss of each query in the middle of a fit, at given scores"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
