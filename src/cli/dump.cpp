#include <charconv>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "cli/arguments.h"

namespace gbrank::cli {
namespace {

struct DumpArguments {
  std::string model;
  std::string format = "json";
  std::string trees;
  std::string output;
};

OptionGroups describe(DumpArguments& a) {
  po::options_description group("Options");
  group.add_options()                                                                   //
      ("model", po::value(&a.model)->required()->value_name("F"), "the model to show")  //
      ("format", po::value(&a.format)->default_value(a.format)->value_name("NAME"),     //
       "json (nested nodes), text (indented) or dot (a graph for graphviz)")            //
      ("trees", po::value(&a.trees)->value_name("A:B"),                                 //
       "trees A to B - 1, counted from 0; either end may be left out (default: all)")   //
      ("output", po::value(&a.output)->value_name("F"), "a file instead of standard output");
  return {group, common_options()};
}

struct Range {
  std::size_t first;
  std::size_t last;
};

Range parse_range(const std::string& text, std::size_t trees) {
  if (text.empty()) return {0, trees};
  const std::size_t colon = text.find(':');
  const auto end_of = [&](std::string_view part, std::size_t open) {
    if (part.empty()) return open;
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{} || end != part.data() + part.size()) {
      throw UsageError(fmt::format("--trees is '{}', expected A:B such as 0:3", text));
    }
    return value;
  };
  if (colon == std::string::npos) {
    throw UsageError(fmt::format("--trees is '{}', expected A:B such as 0:3", text));
  }
  const std::string_view view = text;
  const Range range{end_of(view.substr(0, colon), 0), end_of(view.substr(colon + 1), trees)};
  if (range.first > range.last || range.last > trees) {
    throw UsageError(fmt::format("--trees is '{}', the model has trees 0:{}", text, trees));
  }
  return range;
}

int run(const DumpArguments& a, const po::variables_map&) {
  check_outputs({{"model", a.model}}, {{"output", a.output}});
  one_of("format", a.format, choices_of("format"));
  const Ensemble ensemble = load_model(a.model);
  const auto [first, last] = parse_range(a.trees, ensemble.trees.size());
  const std::string text = a.format == "json"   ? dump_json(ensemble, first, last)
                           : a.format == "text" ? dump_text(ensemble, first, last)
                                                : dump_dot(ensemble, first, last);
  write_output(a.output, text);
  return 0;
}

}  // namespace

Command dump_command() {
  return make_command<DumpArguments>(
      {"dump",
       "show the trees of a model",
       {{"gbrank dump --model model.json | jq '.trees[0].root.feature'",
         "the feature that the first tree splits on first"},
        {"gbrank dump --model model.json --format dot --trees 0:1 | dot -Tsvg > tree.svg",
         "a picture of the first tree"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
