#include "cli/arguments.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "gbrank/metrics.h"
#include "gbrank/objectives.h"

#include "base/file.h"
#include "base/nearest.h"
#include "cli/help.h"
#include "exchange/format.h"
#include "experiment/directions.h"

namespace gbrank::cli {
namespace {

std::vector<std::string> option_names(const OptionGroups& groups) {
  std::vector<std::string> names;
  for (const po::options_description& group : groups) {
    for (const auto& option : group.options()) names.push_back(option->long_name());
  }
  return names;
}

/// `place` and `dashes` stand before the name: none and "--", or file and line and none.
[[noreturn]] void unknown_option(const std::string& command, const OptionGroups& groups,
                                 const std::string& place, const std::string& dashes,
                                 const std::string& name) {
  const std::string near = nearest_name(name, option_names(groups));
  throw UsageError(fmt::format("{}unknown option {}{}{}", place, dashes, name,
                               near.empty()
                                   ? fmt::format("; gbrank {} --help lists what there is", command)
                                   : fmt::format(", did you mean {}{}?", dashes, near)));
}

std::string without_dashes(const std::string& name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

std::string trimmed(const std::string& text) {
  constexpr const char* kSpace = " \t\r";
  const std::size_t first = std::min(text.find_first_not_of(kSpace), text.size());
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

/// The last line of an INI file that sets this name, or that is this text, for messages; Boost does
/// not say. Under [section] a name is section.name.
std::size_t line_of(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  std::string section;
  std::string line;
  std::size_t found = 1;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    line = trimmed(line.substr(0, line.find('#')));
    if (line.starts_with('[') && line.ends_with(']')) {
      section = line.substr(1, line.size() - 2) + ".";
    } else if (line == name || section + trimmed(line.substr(0, line.find('='))) == name) {
      found = number;
    }
  }
  return found;
}

}  // namespace

void read_config(const std::string& command, const OptionGroups& groups, const std::string& path,
                 po::variables_map& given) {
  po::options_description all;
  for (const po::options_description& group : groups) all.add(group);
  const std::string text = read_whole_file(path);
  std::istringstream stream(text);
  try {
    const auto parsed = po::parse_config_file(stream, all, true);
    for (const auto& option : parsed.options) {
      const std::string& name = option.string_key;
      const std::string place = fmt::format("{}:{}: ", path, line_of(text, name));
      if (option.unregistered) unknown_option(command, groups, place, "", name);
      if (name == "config" || name == "help") {
        throw UsageError(fmt::format("{}{} belongs on the command line", place, name));
      }
    }
    po::store(parsed, given);
  } catch (const po::invalid_config_file_syntax& error) {
    throw UsageError(fmt::format("{}:{}: found '{}', expected name = value", path,
                                 line_of(text, error.tokens()), error.tokens()));
  } catch (const po::error_with_option_name& error) {
    throw UsageError(
        fmt::format("{}:{}: {}", path, line_of(text, error.get_option_name()), error.what()));
  } catch (const po::error& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

bool read_arguments(const Command& command, const OptionGroups& groups,
                    std::span<const std::string> arguments, po::variables_map& given) {
  po::options_description all;
  for (const po::options_description& group : groups) all.add(group);
  // No short options, so that "-" and negative numbers are values; no abbreviations, so that
  // scripts do not break when an option is added.
  namespace style = po::command_line_style;
  constexpr int kStyle = style::allow_long | style::long_allow_adjacent | style::long_allow_next;
  try {
    std::vector<std::string> words(arguments.begin(), arguments.end());
    std::ranges::replace(words, std::string("-h"), std::string("--help"));
    const auto parsed = po::command_line_parser(words).options(all).style(kStyle).run();
    for (const auto& option : parsed.options) {
      if (option.position_key < 0) continue;
      const std::string& word = option.value.front();
      if (word.size() > 1 && word.starts_with('-')) {
        unknown_option(command.name, groups, "", "--", without_dashes(word));
      }
      throw UsageError(fmt::format("unexpected argument '{}'; gbrank {} takes options only", word,
                                   command.name));
    }
    po::store(parsed, given);
    if (given.count("help") > 0) {
      fmt::print("{}", help_text(command));
      return false;
    }
    if (given.count("config") > 0) {
      read_config(command.name, groups, given["config"].as<std::string>(), given);
    }
    po::notify(given);
  } catch (const po::unknown_option& error) {
    unknown_option(command.name, groups, "", "--", without_dashes(error.get_option_name()));
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
  return true;
}

po::options_description common_options() {
  po::options_description group("Other");
  group.add_options()                                                                      //
      ("config", po::value<std::string>()->value_name("F"),                                //
       "read options from an INI file, a line each: name = value; the command line wins")  //
      ("help", "show this text");
  return group;
}

std::string one_of(const std::string& option, const std::string& word,
                   std::span<const std::string> known) {
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  throw UsageError(fmt::format("--{} is '{}'{}", option, word, suggest(word, known)));
}

void check_threads(int threads) {
  constexpr int kMost = 4096;
  if (threads >= 0 && threads <= kMost) return;
  throw UsageError(fmt::format("--threads is {}, expected 0 to {}", threads, kMost));
}

void check_bins(int bins) {
  if (bins >= 2 && bins <= 255) return;
  throw UsageError(fmt::format("--bins is {}, expected 2 to 255", bins));
}

std::uint64_t checked_seed(long long seed) {
  if (seed < 0) throw UsageError(fmt::format("--seed is {}, expected 0 or more", seed));
  return static_cast<std::uint64_t>(seed);
}

void check_standard_input(const std::vector<FileArgument>& inputs) {
  std::vector<std::string> options;
  for (const FileArgument& input : inputs) {
    if (input.path == "-") options.push_back("--" + input.option);
  }
  if (options.size() <= 1) return;
  throw UsageError(
      fmt::format("only one of {} can be standard input", fmt::join(options, " and ")));
}

void check_outputs(const std::vector<FileArgument>& inputs,
                   const std::vector<FileArgument>& outputs) {
  const auto same = [](const FileArgument& a, const FileArgument& b) {
    std::error_code ignored;
    return a.path == b.path || std::filesystem::equivalent(a.path, b.path, ignored);
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].path.empty()) continue;
    std::vector<FileArgument> others = inputs;
    others.insert(others.end(), outputs.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(i));
    for (const FileArgument& other : others) {
      if (other.path.empty() || other.path == "-" || !same(outputs[i], other)) continue;
      throw UsageError(fmt::format("--{} and --{} are the same file, {}: it would be lost",
                                   other.option, outputs[i].option, outputs[i].path));
    }
  }
}

void write_output(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
        std::fflush(stdout) != 0) {
      throw Error("standard output cannot be written");
    }
  } else {
    write_file(path, text);
  }
}

std::vector<std::string> choices_of(const std::string& option, const std::string& command) {
  if (option == "format" && command == "export") {
    std::vector<std::string> names;
    for (const ExchangeFormat& format : exchange_formats()) names.emplace_back(format.name);
    return names;
  }
  if (option == "format" && command == "import") {
    std::vector<std::string> names;
    for (const ImportFormat& format : import_formats()) names.emplace_back(format.name);
    return names;
  }
  if (option == "objective") {
    std::vector<std::string> names;
    for (const ObjectiveInfo& info : objectives()) names.push_back(info.name);
    return names;
  }
  if (option == "convention") return {convention_names().begin(), convention_names().end()};
  if (option == "leaf") return {"newton", "mean"};
  if (option == "format") return {"json", "text", "dot"};
  if (option == "direction") return {direction_kinds().begin(), direction_kinds().end()};
  if (option == "choose-trees") return {"all", "fold", "mean"};
  if (option == "by") return {"gain", "splits", "cover"};
  if (option == "gain") return {"exponential", "linear"};
  if (option == "discount") return {"log2", "letor"};
  if (option == "no-relevant") return {"skip", "zero", "one"};
  if (option == "ties") return {"row-order", "worst", "average", "document-id"};
  if (option == "short-lists") return {"as-is", "letor3", "letor4"};
  if (option == "arithmetic") return {"exact", "fast"};
  if (option == "absent") return {"zero", "missing"};
  if (option == "first-feature") return {"0", "1"};
  if (option == "values") return {"double", "float32"};
  for (const ObjectiveInfo& info : objectives()) {
    for (const ObjectiveOption& own : info.options) {
      if (own.name == option) return own.choices;
    }
  }
  return {};
}

}  // namespace gbrank::cli
