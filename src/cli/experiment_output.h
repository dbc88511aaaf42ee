#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/fold_arguments.h"
#include "cli/metric_options.h"

namespace gbrank::cli {

/// Where the results of an experiment go.
struct OutputArguments {
  std::string folder;
  std::string plot;
  bool json = false;
  bool quiet = false;

  /// Where finished fits are kept; empty: nowhere.
  std::string fits() const { return folder.empty() ? "" : folder + "/fits"; }
};

/// --output, --plot, --json and --quiet. `files`: what else is in the folder; `again`: when
/// finished fits are of use; `picture`: what it shows.
void describe_output(po::options_description& group, OutputArguments& arguments,
                     const std::string& files, const std::string& again,
                     const std::string& picture);

/// Better now than after a night of fits: makes the folder and the folders in it, and throws where
/// one of the files in it or the picture could not be written, or would replace what is read or
/// each other.
void prepare_output(const OutputArguments& arguments, const std::vector<std::string>& folders,
                    const std::vector<std::string>& files, std::vector<FileArgument> inputs);

/// The files that an experiment reads, by --data and --config.
std::vector<FileArgument> experiment_inputs(const FoldArguments& arguments, bool with_test,
                                            const po::variables_map& given);

/// JSON as text; names of files that are not UTF-8 are shown as well as can be.
std::string json_text(const nlohmann::ordered_json& json);

/// What the numbers of an experiment depend on besides the options of its systems, for whoever
/// wants to have them again. Of the convention, which has its own place, what departs from it.
nlohmann::ordered_json experiment_settings(const FoldArguments& arguments, const Folds& folds,
                                           const ConventionArguments& convention);

/// Reads folds, and tells on standard error what somebody should know of them.
Folds read_folds_aloud(const FoldSource& source);

}  // namespace gbrank::cli
