#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "cli/arguments.h"
#include "cli/streamed_output.h"
#include "cli/unknown_features.h"
#include "data/text_source.h"

namespace gbrank::cli {
namespace {

struct PredictArguments {
  std::string model;
  std::string data;
  std::string output;
  int threads = 0;
};

OptionGroups describe(PredictArguments& a) {
  po::options_description group("Options");
  group.add_options()                                                                         //
      ("model", po::value(&a.model)->required()->value_name("F"), "the model to score with")  //
      ("data", po::value(&a.data)->required()->value_name("F"),                               //
       "LETOR file, plain or gzip; - for standard input")                                     //
      ("output", po::value(&a.output)->value_name("F"),                                       //
       "where the scores go, one a line in row order (default: standard output)")             //
      ("threads", po::value(&a.threads)->default_value(a.threads)->value_name("N"),           //
       "threads, 0: every core; the scores do not depend on it");
  return {group, common_options()};
}

int run(const PredictArguments& a, const po::variables_map&) {
  check_threads(a.threads);
  check_outputs({{"model", a.model}, {"data", a.data}}, {{"output", a.output}});
  const Ensemble ensemble = load_model(a.model);
  TextScorer scorer(ensemble, a.threads);
  TextStream stream(a.data);
  StreamedOutput output(a.output);

  NamedText source{{}, stream.name(), 1};
  std::vector<double> scores;
  fmt::memory_buffer text;
  while (stream.next(source.text)) {
    scores.clear();
    text.clear();
    scorer.score(source, scores);
    for (const double score : scores) fmt::format_to(std::back_inserter(text), "{}\n", score);
    output.write({text.data(), text.size()});
    source.first_line +=
        static_cast<std::size_t>(std::count(source.text.begin(), source.text.end(), '\n'));
  }
  output.commit();
  warn_of_unknown_features(scorer.largest_index(), ensemble, stream.name());
  return 0;
}

}  // namespace

Command predict_command() {
  return make_command<PredictArguments>(
      {"predict",
       "score the rows of a LETOR file with a model",
       {{"gbrank predict --model model.json --data test.txt --output scores.txt",
         "one score a line, in row order"},
        {"zcat test.txt.gz | gbrank predict --model model.json --data - | head",
         "from a pipe, to standard output"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
