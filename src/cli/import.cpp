#include "exchange/import.h"

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "base/counted.h"
#include "base/file.h"
#include "cli/arguments.h"

namespace gbrank::cli {
namespace {

struct ImportArguments {
  std::string input;
  std::string format;
  std::string model;
  std::string absent;
  std::string first_feature;
  std::string values;
};

OptionGroups describe(ImportArguments& a) {
  std::string writers;
  for (const ImportFormat& format : import_formats()) {
    writers += fmt::format("{} for {}, ", format.name, format.writers);
  }
  const auto file = [](auto& field) { return po::value(&field)->value_name("F"); };
  po::options_description group("Options");
  group.add_options()                                                         //
      ("input", file(a.input)->required(), "the other program's model")       //
      ("format", po::value(&a.format)->value_name("NAME"),                    //
       (writers + "default: as the file looks").c_str())                      //
      ("model", file(a.model)->required(), "where the model of gbrank goes")  //
      ("first-feature", po::value(&a.first_feature)->value_name("N"),         //
       "the column that LETOR's index 1 was: 0 if the program trained on an array or a table, 1 if "
       "it read LETOR text itself; default: as the file suggests")  //
      ("absent", po::value(&a.absent)->value_name("NAME"),          //
       "what a feature is that a row of LETOR text does not have, zero or missing; default: as the "
       "program reads such text")                           //
      ("values", po::value(&a.values)->value_name("NAME"),  //
       "what LightGBM's data was: double, as text and numpy's arrays are, or float32; default: "
       "double. Thresholds are rounded as such values are, so that scores of LETOR text are the "
       "same");
  return {group, common_options()};
}

ImportOptions options_of(const ImportArguments& a) {
  ImportOptions options;
  if (!a.format.empty())
    options.format = one_of("format", a.format, choices_of("format", "import"));
  if (!a.first_feature.empty()) {
    options.first_feature =
        one_of("first-feature", a.first_feature, choices_of("first-feature")) == "1" ? 1 : 0;
  }
  if (!a.absent.empty()) {
    options.absent_is_missing = one_of("absent", a.absent, choices_of("absent")) == "missing";
  }
  if (!a.values.empty()) {
    const bool is_float32 = one_of("values", a.values, choices_of("values")) == "float32";
    options.values = is_float32 ? ForeignValues::kFloat32 : ForeignValues::kDouble;
  }
  return options;
}

int run(const ImportArguments& a, const po::variables_map&) {
  const ImportOptions options = options_of(a);
  if (a.model == "-") throw UsageError("--model goes to a file, not to -");
  check_outputs({{"input", a.input}}, {{"model", a.model}});
  const std::string text = read_whole_file(a.input);
  const Imported imported = [&] {
    try {
      return import_model(text, a.input, options);
    } catch (const OptionError& error) {
      throw UsageError(fmt::format("--{}", error.what()));
    }
  }();
  save_model(imported.ensemble, a.model);
  const Ensemble& ensemble = imported.ensemble;
  fmt::print(
      stderr,
      "{}: {}, {}, {}; LETOR's feature 1 is column {}; a feature that a row does not have is "
      "{}\n",
      a.model, ensemble.training.objective, counted(ensemble.trees.size(), "tree"),
      counted(ensemble.features(), "feature"), imported.first_feature,
      ensemble.absent_is_missing ? "missing" : "0");
  return 0;
}

}  // namespace

Command import_command() {
  return make_command<ImportArguments>(
      {"import",
       "make a model of LightGBM or XGBoost one of gbrank",
       {{"gbrank import --input lightgbm.txt --model model.json",
         "then predict, evaluate, explain, dump, importance and export take it"},
        {"gbrank import --input xgboost.json --model model.json --first-feature 0 --absent zero",
         "a model that was trained on dense arrays"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
