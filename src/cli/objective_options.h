#pragma once

#include <string>

#include "gbrank/objectives.h"

#include "cli/command.h"

namespace gbrank::cli {

/// The options of all objectives, a group for each set of objectives that share some.
OptionGroups describe_objective_options();

/// Those that were given. An option that the chosen objective does not have is a UsageError, not
/// something to ignore.
OptionTexts chosen_objective_options(const std::string& objective, const po::variables_map& given);

}  // namespace gbrank::cli
