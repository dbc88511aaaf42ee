#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"

namespace gbrank::cli {

/// Reads the arguments of a command, then its --config file for what they leave open, into the
/// variables that the groups are bound to. Returns false when help was asked for and printed.
/// Throws UsageError, with the nearest known option for an unknown one.
bool read_arguments(const Command& command, const OptionGroups& groups,
                    std::span<const std::string> arguments, po::variables_map& given);

/// Adds what a file of options says to what is given already, which wins. Throws UsageError with
/// file and line. `command` is whose help an error names.
void read_config(const std::string& command, const OptionGroups& groups, const std::string& path,
                 po::variables_map& given);

/// The group that every command ends with: --config and --help.
po::options_description common_options();

/// An option whose default is what its field says.
template <typename T>
auto* with_default(T& field, const char* value_name) {
  return po::value(&field)->default_value(field, fmt::format("{}", field))->value_name(value_name);
}

/// One of the known words; throws UsageError with the nearest for another. `option` is its name.
std::string one_of(const std::string& option, const std::string& word,
                   std::span<const std::string> known);

/// Throws UsageError for a number of threads that nobody can mean.
void check_threads(int threads);

/// Throws UsageError for a number of bins that is not 2 to 255.
void check_bins(int bins);

/// Throws UsageError for a negative number.
std::uint64_t checked_seed(long long seed);

/// A file that a command reads or writes, by its option.
struct FileArgument {
  std::string option;
  std::string path;
};

/// Throws UsageError when more than one of these files is standard input.
void check_standard_input(const std::vector<FileArgument>& inputs);

/// Throws UsageError when a file that is to be written is one of the others: it would be lost.
void check_outputs(const std::vector<FileArgument>& inputs,
                   const std::vector<FileArgument>& outputs);

/// Prints, or writes to a file when there is a path other than "-".
void write_output(const std::string& path, const std::string& text);

/// The words that an option of a command takes, for completion and messages; empty for free values.
/// The command matters where several have an option of one name for different things.
std::vector<std::string> choices_of(const std::string& option, const std::string& command = "");

/// Runs what can only fail through the user's choice of options.
template <typename Function>
auto as_usage(Function&& function) {
  try {
    return function();
  } catch (const UsageError&) {
    throw;
  } catch (const OptionError& error) {
    throw UsageError(std::string("--") + error.what());
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

/// A command from its arguments' type: how they are bound to options, and what is done with them.
template <typename Arguments>
Command make_command(Command says, OptionGroups (*describe)(Arguments&),
                     int (*run)(const Arguments&, const po::variables_map& given)) {
  says.options = [describe] {
    static Arguments unused;
    return describe(unused);
  };
  says.run = [says, describe, run](std::span<const std::string> texts) {
    Arguments arguments;
    po::variables_map given;
    if (!read_arguments(says, describe(arguments), texts, given)) return 0;
    return run(arguments, given);
  };
  return says;
}

}  // namespace gbrank::cli
