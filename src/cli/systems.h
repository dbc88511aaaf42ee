#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/fit_arguments.h"
#include "experiment/cross_validation.h"

namespace gbrank::cli {

/// The systems of an experiment: objectives with the options of the command line, and files of
/// options.
struct SystemArguments {
  std::vector<std::string> objectives;
  std::vector<std::string> files;  // F, or NAME=F
  FitArguments shared;             // what the options of trees are bound to
};

/// A --system: a file and what it is called, its own name without folder and ending or that of
/// NAME=F.
struct SystemFile {
  std::string name;
  std::string path;
};

/// Throws UsageError for an empty name or path.
std::vector<SystemFile> system_files(const SystemArguments& arguments);

/// --objective and --system, the options of trees, and those of all objectives.
OptionGroups describe_systems(SystemArguments& arguments);

/// All of them, objectives before files, named after them. An option of the command line holds for
/// each system whose objective has it, and wins over a file. Throws UsageError: for two of the same
/// name, for an option that no system has, and with file and line.
std::vector<System> read_systems(const SystemArguments& arguments, const po::variables_map& given);

/// One of read_systems: options of the command line that belong to the objective, then a file for
/// what they leave open.
FitOptions read_system(const std::string& objective, const std::string& file,
                       const po::variables_map& given);

/// The options of trees and objectives that stand on the command line, as texts.
std::vector<std::pair<std::string, std::string>> given_model_options(
    const po::variables_map& given);

}  // namespace gbrank::cli
