#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/help.h"

namespace gbrank::cli {
namespace {

struct NoArguments {};

OptionGroups describe(NoArguments&) { return {common_options()}; }

}  // namespace

Command man_command() {
  return make_command<NoArguments>(
      {"man",
       "print the man page",
       {{"gbrank man | man -l -", "read it"}, {"gbrank man > gbrank.1", "keep it"}},
       {},
       {}},
      describe, [](const NoArguments&, const po::variables_map&) {
        fmt::print("{}", man_page());
        return 0;
      });
}

Command completion_command() {
  return make_command<NoArguments>(
      {"completion",
       "print the bash completion script",
       {{"source <(gbrank completion)", "complete in this shell"},
        {"gbrank completion > ~/.local/share/bash-completion/completions/gbrank",
         "complete in every shell of yours"}},
       {},
       {}},
      describe, [](const NoArguments&, const po::variables_map&) {
        fmt::print("{}", bash_completion());
        return 0;
      });
}

}  // namespace gbrank::cli
