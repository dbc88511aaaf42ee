#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

#include "gbrank/error.h"

namespace gbrank::cli {

namespace po = boost::program_options;

/// A mistake in the command line rather than in the data: exit 2 instead of 1.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// Options under a heading, in the order in which help shows them.
using OptionGroups = std::vector<po::options_description>;

struct Example {
  std::string command;
  std::string purpose;
};

/// A subcommand. Help, man page and completion all come from what it says of itself here.
struct Command {
  std::string name;
  std::string summary;  // one line, without a full stop
  std::vector<Example> examples;
  std::function<OptionGroups()> options;
  std::function<int(std::span<const std::string> arguments)> run;
};

// One file each.
Command fit_command();
Command predict_command();
Command evaluate_command();
Command compare_command();
Command cv_command();
Command tune_command();
Command gradient_command();
Command objectives_command();
Command convert_command();
Command import_command();
Command dump_command();
Command export_command();
Command importance_command();
Command explain_command();
Command landscape_command();
Command completion_command();
Command man_command();

/// All of them, in the order in which help shows them.
const std::vector<Command>& commands();

}  // namespace gbrank::cli
