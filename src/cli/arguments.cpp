#include "cli/arguments.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "gbrank/metrics.h"
#include "gbrank/objectives.h"

#include "base/file.h"
#include "base/nearest.h"
#include "cli/help.h"

namespace gbrank::cli {
namespace {

std::vector<std::string> option_names(const OptionGroups& groups) {
  std::vector<std::string> names;
  for (const po::options_description& group : groups) {
    for (const auto& option : group.options()) names.push_back(option->long_name());
  }
  return names;
}

[[noreturn]] void unknown_option(const Command& command, const OptionGroups& groups,
                                 std::string name, const std::string& place) {
  const std::vector<std::string> names = option_names(groups);
  name = name.substr(
      name.find_first_not_of('-') == std::string::npos ? 0 : name.find_first_not_of('-'));
  const std::string near = nearest_name(name, names);
  throw UsageError(
      fmt::format("{}unknown option --{}{}", place, name,
                  near.empty() ? fmt::format("; gbrank {} --help lists what there is", command.name)
                               : fmt::format(", did you mean --{}?", near)));
}

/// The line of an INI file that sets this name, for messages; Boost does not say.
std::size_t line_of(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    line.erase(0, line.find_first_not_of(" \t"));
    if (line.starts_with(name) && line.find('=') != std::string::npos &&
        line.find_first_of(" \t=") == name.size()) {
      return number;
    }
  }
  return 1;
}

void store_config(const Command& command, const OptionGroups& groups,
                  const po::options_description& all, const std::string& path,
                  po::variables_map& given) {
  const std::string text = read_whole_file(path);
  std::istringstream stream(text);
  try {
    const auto parsed = po::parse_config_file(stream, all, true);
    for (const auto& option : parsed.options) {
      if (option.unregistered) {
        unknown_option(command, groups, option.string_key,
                       fmt::format("{}:{}: ", path, line_of(text, option.string_key)));
      }
    }
    po::store(parsed, given);
  } catch (const po::error_with_option_name& error) {
    throw UsageError(
        fmt::format("{}:{}: {}", path, line_of(text, error.get_option_name()), error.what()));
  } catch (const po::error& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace

bool read_arguments(const Command& command, const OptionGroups& groups,
                    std::span<const std::string> arguments, po::variables_map& given) {
  po::options_description all;
  for (const po::options_description& group : groups) all.add(group);
  // No short options, so that "-" and negative numbers are values; no abbreviations, so that
  // scripts do not break when an option is added.
  namespace style = po::command_line_style;
  constexpr int kStyle = style::allow_long | style::long_allow_adjacent | style::long_allow_next;
  try {
    const auto parsed = po::command_line_parser({arguments.begin(), arguments.end()})
                            .options(all)
                            .style(kStyle)
                            .run();
    for (const auto& option : parsed.options) {
      if (option.position_key < 0) continue;
      throw UsageError(fmt::format("unexpected argument '{}'; gbrank {} takes options only",
                                   option.value.front(), command.name));
    }
    po::store(parsed, given);
    if (given.count("help") > 0) {
      fmt::print("{}", help_text(command));
      return false;
    }
    if (given.count("config") > 0) {
      store_config(command, groups, all, given["config"].as<std::string>(), given);
    }
    po::notify(given);
  } catch (const po::unknown_option& error) {
    unknown_option(command, groups, error.get_option_name(), "");
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

std::vector<std::string> choices_of(const std::string& option) {
  if (option == "objective") {
    std::vector<std::string> names;
    for (const ObjectiveInfo& info : objectives()) names.push_back(info.name);
    return names;
  }
  if (option == "convention") return {convention_names().begin(), convention_names().end()};
  if (option == "leaf") return {"newton", "mean"};
  if (option == "format") return {"json", "text", "dot"};
  if (option == "by") return {"gain", "splits", "cover"};
  if (option == "gain") return {"exponential", "linear"};
  if (option == "discount") return {"log2", "letor"};
  if (option == "no-relevant") return {"skip", "zero", "one"};
  if (option == "ties") return {"row-order", "worst", "average", "document-id"};
  if (option == "short-lists") return {"as-is", "letor3", "letor4"};
  return {};
}

}  // namespace gbrank::cli
