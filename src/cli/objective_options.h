#pragma once

#include <string>
#include <vector>

#include "gbrank/objectives.h"

#include "cli/command.h"

namespace gbrank::cli {

/// For the help of --objective.
std::string objective_help();

/// What an objective traces; it must be known.
std::vector<std::string> traces_of(const std::string& objective);

/// An option's help with the words that it takes and, unless it is a switch, its default.
std::string help_of(const ObjectiveOption& option, const std::string& default_text);

/// The options of all objectives, a group for each set of objectives that share some.
OptionGroups describe_objective_options();

/// Those that were given. An unknown objective is a UsageError, and so is an option that the chosen
/// one does not have, instead of being ignored.
OptionTexts chosen_objective_options(const std::string& objective, const po::variables_map& given);

}  // namespace gbrank::cli
