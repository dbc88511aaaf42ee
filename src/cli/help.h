#pragma once

#include <string>

#include "cli/command.h"

namespace gbrank::cli {

/// `gbrank --help`.
std::string overview_text();
/// `gbrank COMMAND --help`: what it does, examples, options by group.
std::string help_text(const Command& command);
/// A man page of all commands, in roff.
std::string man_page();
/// A bash completion script.
std::string bash_completion();

}  // namespace gbrank::cli
