#include "cli/experiment_output.h"

#include <filesystem>

#include <fmt/format.h>

#include "gbrank/version.h"

#include "base/file.h"
#include "experiment/fold_files.h"

namespace gbrank::cli {

void describe_output(po::options_description& group, OutputArguments& a, const std::string& files,
                     const std::string& again, const std::string& picture) {
  group.add_options()  //
      ("output", po::value(&a.folder)->value_name("DIR"),
       fmt::format("a folder for {}, and for the finished fits: {}", files, again).c_str())  //
      ("plot", po::value(&a.plot)->value_name("F"),
       fmt::format("a picture, SVG: {}", picture).c_str())                        //
      ("json", po::bool_switch(&a.json), "JSON on standard output, not a table")  //
      ("quiet", po::bool_switch(&a.quiet), "no progress");
}

void prepare_output(const OutputArguments& a, const std::vector<std::string>& folders,
                    const std::vector<std::string>& files, std::vector<FileArgument> inputs) {
  if (a.plot == "-") throw UsageError("--plot goes to a file, not to -");
  if (!a.folder.empty()) {
    make_folder(a.fits());
    for (const std::string& folder : folders) make_folder(a.folder + "/" + folder);
    for (const std::string& name : files) {
      const std::string path = a.folder + "/" + name;
      check_outputs(inputs, {{"output", path}});
      const AtomicFile probe(path);
      inputs.push_back({"output", path});
    }
  }
  if (a.plot.empty()) return;
  check_outputs(inputs, {{"plot", a.plot}});
  const AtomicFile probe(a.plot);
}

std::vector<FileArgument> experiment_inputs(const FoldArguments& a, bool with_test,
                                            const po::variables_map& given) {
  std::vector<FileArgument> inputs = {{"data", a.data}};
  if (given.count("config") > 0) inputs.push_back({"config", given["config"].as<std::string>()});
  std::error_code ignored;
  if (!std::filesystem::is_directory(a.data, ignored)) return inputs;
  for (const FoldFiles& fold : find_folds(a.data, with_test)) {
    for (const std::string& file : {fold.train, fold.vali, fold.test}) {
      if (!file.empty()) inputs.push_back({"data", file});
    }
  }
  return inputs;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

nlohmann::ordered_json experiment_settings(const FoldArguments& a, const Folds& folds,
                                           const ConventionArguments& c) {
  nlohmann::ordered_json settings = {{"gbrank", version()}, {"data", a.data}};
  if (folds.rows > 0) {
    settings["folds"] = a.folds;
    settings["split-seed"] = a.split_seed;
  }
  settings["bins"] = a.bins;
  const auto add = [&](const char* name, const std::string& choice) {
    if (!choice.empty()) settings[name] = choice;
  };
  add("gain", c.gain);
  add("discount", c.discount);
  add("no-relevant", c.no_relevant);
  add("ties", c.ties);
  add("short-lists", c.short_lists);
  if (c.relevant_label) settings["relevant-label"] = *c.relevant_label;
  return settings;
}

Folds read_folds_aloud(const FoldSource& source) {
  Folds folds = read_folds(source);
  for (const std::string& warning : folds.warnings) {
    fmt::print(stderr, "gbrank: warning: {}\n", warning);
  }
  return folds;
}

}  // namespace gbrank::cli
