#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "cli/arguments.h"
#include "cli/metric_options.h"
#include "cli/number_file.h"
#include "cli/report.h"
#include "cli/unknown_features.h"

namespace gbrank::cli {
namespace {

struct EvaluateArguments {
  std::string data;
  std::string scores;
  std::string model;
  std::vector<std::string> metrics = default_metrics();
  ConventionArguments convention;
  bool per_query = false;
  bool json = false;
  int threads = 0;
};

OptionGroups describe(EvaluateArguments& a) {
  po::options_description group("Options");
  group.add_options()                                                                         //
      ("data", po::value(&a.data)->required()->value_name("F"),                               //
       "LETOR file with the labels, plain or gzip; - for standard input")                     //
      ("scores", po::value(&a.scores)->value_name("F"), "scores, one a line in row order")    //
      ("model", po::value(&a.model)->value_name("F"), "or the model to score the data with")  //
      ("metric", po::value(&a.metrics)->value_name("M"),                                      //
       fmt::format("what to measure; may be given more than once (default: {}). Known: {}",   //
                   fmt::join(default_metrics(), ", "), metric_help())                         //
           .c_str())                                                                          //
      ("per-query", po::bool_switch(&a.per_query),                                            //
       "a line for each query instead of the means; nan where a query does not count")        //
      ("json", po::bool_switch(&a.json), "JSON instead of tab-separated lines")               //
      ("threads", po::value(&a.threads)->default_value(a.threads)->value_name("N"),           //
       "threads, 0: every core; the values do not depend on it");
  return {group, describe_convention(a.convention), common_options()};
}

int run(const EvaluateArguments& a, const po::variables_map&) {
  if (a.scores.empty() == a.model.empty()) {
    throw UsageError("give either --scores or --model");
  }
  check_standard_input({{"data", a.data}, {"scores", a.scores}});
  check_threads(a.threads);
  const std::vector<Metric> metrics = parse_metrics(a.metrics);
  const Convention convention = choose_convention(a.convention);

  const JudgedText data(a.data, needs_document_ids(convention), a.threads);
  const Judgements& judged = data.judged();
  const std::vector<double> scores = a.model.empty()
                                         ? read_scores(a.scores, judged.labels.size(), false)
                                         : score_judged(data, load_model(a.model), a.threads);
  const Report report =
      measure(data.name(), metrics, convention, judged.lists(), scores, resolve_threads(a.threads));
  std::span<const std::string> ids = judged.query_ids;
  if (a.json) {
    fmt::print("{}", report_json(report, convention, scores.size(), judged.query_ids.size(),
                                 a.per_query ? ids : ids.first(0)));
  } else {
    fmt::print("{}", a.per_query ? report_per_query(report, ids) : report_lines(report));
  }
  return 0;
}

}  // namespace

Command evaluate_command() {
  return make_command<EvaluateArguments>(
      {"evaluate",
       "measure how well scores or a model rank judged queries",
       {{"gbrank evaluate --data test.txt --model model.json",
         "the usual metrics of a model, a line each"},
        {"gbrank evaluate --data test.txt --scores scores.txt --metric ndcg@5 --metric map "
         "--convention letor3 --per-query",
         "two metrics of each query, as the LETOR 3.0 script defines them"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
