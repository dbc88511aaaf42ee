#include <algorithm>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "cli/arguments.h"
#include "cli/document_pair.h"
#include "cli/explained_pair.h"
#include "cli/explained_rows.h"
#include "cli/explained_summary.h"
#include "cli/streamed_output.h"
#include "cli/unknown_features.h"
#include "data/judgements.h"
#include "data/text_source.h"

namespace gbrank::cli {
namespace {

struct ExplainArguments {
  std::string model;
  std::string data;
  std::string output;
  std::vector<std::string> queries;
  std::string pair;
  int top = 0;
  bool summary = false;
  bool wide = false;
  bool json = false;
  int threads = 0;
};

OptionGroups describe(ExplainArguments& a) {
  po::options_description group("Options");
  group.add_options()                                                                         //
      ("model", po::value(&a.model)->required()->value_name("F"), "the model to explain")     //
      ("data", po::value(&a.data)->required()->value_name("F"),                               //
       "LETOR file, plain or gzip; - for standard input")                                     //
      ("output", po::value(&a.output)->value_name("F"), "a file instead of standard output")  //
      ("query", po::value(&a.queries)->value_name("QID"),                                     //
       "only the documents of this query; may be given more than once")                       //
      ("top", with_default(a.top, "N"),
       "only the N features that add most, and what the others add together; 0: all that add "
       "something")  //
      ("pair", po::value(&a.pair)->value_name("QID:DOC1:DOC2"),
       "why one document of a query stands above another; a document is named by the id in its "
       "comment or, from #1, by its place in the query")  //
      ("summary", po::bool_switch(&a.summary),
       "a line for each feature: what it adds on average, as an absolute number and with its sign, "
       "and how much that differs between the documents of a query")  //
      ("wide", po::bool_switch(&a.wide),
       "a line for each document with a column for each feature of the model")              //
      ("json", po::bool_switch(&a.json), "JSON instead of tab-separated lines or a table")  //
      ("threads", with_default(a.threads, "N"),
       "threads, 0: every core; the contributions do not depend on it");
  return {group, common_options()};
}

void check_arguments(const ExplainArguments& a) {
  check_threads(a.threads);
  check_outputs({{"model", a.model}, {"data", a.data}}, {{"output", a.output}});
  if (a.top < 0) throw UsageError(fmt::format("--top is {}, expected 0 or more", a.top));
  const auto refuse = [](bool first, const char* one, bool second, const char* other) {
    if (first && second) throw UsageError(fmt::format("give either {} or {}", one, other));
  };
  refuse(a.wide, "--wide", a.json, "--json");
  refuse(a.wide, "--wide", a.top > 0, "--top");
  refuse(a.wide, "--wide", a.summary, "--summary");
  refuse(!a.pair.empty(), "--pair", a.wide, "--wide");
  refuse(!a.pair.empty(), "--pair", a.summary, "--summary");
  refuse(!a.pair.empty(), "--pair", !a.queries.empty(), "--query");
}

NamedText text_of(const TextFile& file, const QuerySpan& query) {
  return {file.text().substr(query.begin, query.end - query.begin), file.name()};
}

/// Hands over the rows of the whole data, or of the queries that are asked for in the order of the
/// data. Returns the name of the data.
std::string for_each_row(const ExplainArguments& a, TextExplainer& explainer,
                         const TextExplainer::Take& take) {
  if (a.queries.empty()) {
    TextStream stream(a.data);
    for (NamedText source{{}, stream.name(), 1}; stream.next(source.text);) {
      explainer.explain(source, take);
      source.first_line += static_cast<std::size_t>(std::ranges::count(source.text, '\n'));
    }
    return stream.name();
  }
  const TextFile file(a.data);
  const std::vector<QuerySpan> queries = find_queries(named_text(file), a.threads);
  std::vector<bool> wanted(queries.size());
  for (const std::string& id : a.queries)
    wanted[find_query("query", id, queries, file.name())] = true;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (wanted[q]) explainer.explain(text_of(file, queries[q]), take);
  }
  return file.name();
}

std::string explained_pair(const ExplainArguments& a, const Ensemble& ensemble,
                           TextExplainer& explainer, std::string& name) {
  const TextFile file(a.data);
  name = file.name();
  const std::vector<QuerySpan> queries = find_queries(named_text(file), a.threads);
  const auto document_ids = [&](std::size_t query) {
    return parse_judgements(text_of(file, queries[query]), true, a.threads).document_ids;
  };
  const DocumentPair pair = parse_document_pair(a.pair, queries, document_ids, name);
  const ExplainedPair explained = explain_pair(explainer, text_of(file, queries[pair.query]), pair);
  const auto top = static_cast<std::size_t>(a.top);
  return a.json ? pair_json(explained, ensemble, top) : pair_text(explained, ensemble, top);
}

int run(const ExplainArguments& a, const po::variables_map&) {
  check_arguments(a);
  const Ensemble ensemble = load_model(a.model);
  TextExplainer explainer(ensemble, a.threads);
  const auto top = static_cast<std::size_t>(a.top);
  StreamedOutput output(a.output);
  std::string name;
  if (!a.pair.empty()) {
    output.write(explained_pair(a, ensemble, explainer, name));
  } else if (a.summary) {
    ContributionSummary summary(explainer.features().size());
    name = for_each_row(a, explainer, [&](const ExplainedRow& row) { summary.add(row); });
    output.write(summary_text(summary, ensemble, explainer, top, a.json));
  } else {
    constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
    RowWriter writer(ensemble, explainer,
                     a.json   ? RowFormat::kJson
                     : a.wide ? RowFormat::kWide
                              : RowFormat::kLong,
                     top);
    fmt::memory_buffer text;
    const auto flush = [&] {
      output.write({text.data(), text.size()});
      text.clear();
    };
    writer.begin(text);
    name = for_each_row(a, explainer, [&](const ExplainedRow& row) {
      writer.row(row, text);
      if (text.size() > kBufferBytes) flush();
    });
    writer.end(text);
    flush();
  }
  output.commit();
  warn_of_unknown_features(explainer.largest_index(), ensemble, name);
  return 0;
}

}  // namespace

Command explain_command() {
  return make_command<ExplainArguments>(
      {"explain",
       "tell what each feature adds to the score of a document",
       {{"gbrank explain --model model.json --data test.txt --query 81 --top 5",
         "the five features that add most to the score of each document of query 81"},
        {"gbrank explain --model model.json --data test.txt --pair 81:94690:#3 --top 10",
         "why document 94690 of query 81 stands above, or below, the third one in the data"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
