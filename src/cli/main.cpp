#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gbrank/version.h"

#include "base/nearest.h"
#include "cli/command.h"
#include "cli/help.h"

namespace gbrank::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      fit_command(),        predict_command(),  evaluate_command(),   compare_command(),
      cv_command(),         tune_command(),     convert_command(),    dump_command(),
      export_command(),     import_command(),   importance_command(), explain_command(),
      landscape_command(),  gradient_command(), objectives_command(), man_command(),
      completion_command(),
  };
  return all;
}

namespace {

const Command& find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  throw UsageError(fmt::format("unknown command '{}'{}", name, suggest(name, names)));
}

int run(std::span<const std::string> arguments) {
  if (arguments.empty()) {
    fmt::print(stderr, "{}", overview_text());
    return 2;
  }
  const std::string& first = arguments[0];
  if (first == "--version") {
    fmt::print("gbrank {}\n", version());
    return 0;
  }
  if (first == "--help" || first == "-h" || first == "help") {
    fmt::print("{}",
               arguments.size() > 1 ? help_text(find_command(arguments[1])) : overview_text());
    return 0;
  }
  if (first.starts_with('-')) {
    const std::string known[] = {"--help", "--version"};
    throw UsageError(fmt::format("unknown option {}{}", first, suggest(first, known)));
  }
  return find_command(first).run(arguments.subspan(1));
}

/// A full disk shows only when the last of the output is written.
int finish(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  fmt::print(stderr, "gbrank: standard output cannot be written\n");
  return 1;
}

}  // namespace
}  // namespace gbrank::cli

int main(int argc, char** argv) {
  using namespace gbrank;
  try {
    return cli::finish(cli::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc)));
  } catch (const cli::UsageError& error) {
    fmt::print(stderr, "gbrank: {}\n", error.what());
    return 2;
  } catch (const Error& error) {
    fmt::print(stderr, "gbrank: {}\n", error.what());
    return 1;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "gbrank: out of memory\n");
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gbrank: unexpected failure: {}\n", error.what());
    return 1;
  }
}
