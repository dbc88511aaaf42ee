#include "cli/systems.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "gbrank/fit.h"

#include "cli/arguments.h"
#include "cli/objective_options.h"

namespace gbrank::cli {
namespace {

/// The text of an option's value, as a command line has it.
std::string text_of(const po::variable_value& value) {
  const auto& any = value.value();
  if (const auto* text = boost::any_cast<std::string>(&any)) return *text;
  if (const auto* integer = boost::any_cast<int>(&any)) return fmt::format("{}", *integer);
  return fmt::format("{}", boost::any_cast<double>(any));
}

/// Those objectives that have an option; empty: it is of trees, which all have.
std::set<std::string> owners_of(const std::string& option) {
  std::set<std::string> owners;
  for (const ObjectiveInfo& info : objectives()) {
    if (std::ranges::find(info.options, option, &ObjectiveOption::name) != info.options.end()) {
      owners.insert(info.name);
    }
  }
  return owners;
}

/// The name of a file without its folder and its ending.
std::string stem_of(const std::string& file) { return std::filesystem::path(file).stem().string(); }

void check_that_options_are_used(const std::vector<System>& systems,
                                 const po::variables_map& given) {
  for (const auto& [option, value] : given_model_options(given)) {
    const std::set<std::string> owners = owners_of(option);
    const auto has_it = [&](const System& s) { return owners.contains(s.options.objective); };
    if (owners.empty() || std::ranges::any_of(systems, has_it)) continue;
    throw UsageError(fmt::format("--{} belongs to objective{} {}, and none of the systems has it",
                                 option, owners.size() == 1 ? "" : "s", fmt::join(owners, ", ")));
  }
}

}  // namespace

OptionGroups describe_systems(SystemArguments& a) {
  po::options_description group("Systems (which options of trees and objectives shape)");
  group.add_options()                                              //
      ("objective", po::value(&a.objectives)->value_name("NAME"),  //
       fmt::format("a system: this objective; may be given more than once (default: {}). {}",
                   FitOptions{}.objective, objective_help())
           .c_str())                                    //
      ("system", po::value(&a.files)->value_name("F"),  //
       "a system: a file of options of trees and of an objective, such as gbrank tune writes, a "
       "line each: name = value; may be given more than once. It is called like the file; NAME=F "
       "gives it another name");
  OptionGroups groups = {group, describe_trees(a.shared, false)};
  for (const po::options_description& own : describe_objective_options()) groups.push_back(own);
  return groups;
}

std::vector<std::pair<std::string, std::string>> given_model_options(
    const po::variables_map& given) {
  static FitArguments unused;
  std::vector<std::pair<std::string, std::string>> texts;
  for (const po::options_description& group : describe_model(unused)) {
    for (const auto& option : group.options()) {
      const std::string& name = option->long_name();
      if (name == "objective" || given.count(name) == 0 || given[name].defaulted()) continue;
      texts.emplace_back(name, text_of(given[name]));
    }
  }
  return texts;
}

FitOptions read_system(const std::string& objective, const std::string& file,
                       const po::variables_map& given) {
  FitArguments arguments;
  const OptionGroups groups = describe_model(arguments);
  const auto read = [&](const std::string& of_objective) {
    // As from a command line, the options that belong to the objective; texts were parsed before.
    po::options_description all;
    for (const po::options_description& group : groups) all.add(group);
    po::parsed_options words(&all);
    const auto add = [&](const std::string& name, const std::string& text) {
      words.options.emplace_back(name, std::vector<std::string>{text});
    };
    for (const auto& [name, text] : given_model_options(given)) {
      const std::set<std::string> owners = owners_of(name);
      if (owners.empty() || owners.contains(of_objective)) add(name, text);
    }
    if (!objective.empty()) add("objective", objective);
    po::variables_map own;
    po::store(words, own);
    if (!file.empty()) read_config("cv", groups, file, own);
    po::notify(own);
    return own;
  };
  if (!objective.empty()) return model_options(arguments, read(objective));
  // A file says what its objective is; only then is it known which options of the command line
  // belong to it.
  read("");
  const std::string of_file = arguments.fit.objective;
  return model_options(arguments, read(of_file));
}

std::vector<SystemFile> system_files(const SystemArguments& a) {
  std::vector<SystemFile> files;
  for (const std::string& text : a.files) {
    // A file may have = in its name.
    std::error_code ignored;
    const bool is_file = std::filesystem::exists(text, ignored);
    const std::size_t equals = is_file ? std::string::npos : text.find('=');
    files.push_back(equals == std::string::npos
                        ? SystemFile{stem_of(text), text}
                        : SystemFile{text.substr(0, equals), text.substr(equals + 1)});
    const SystemFile& file = files.back();
    const bool has_control =
        std::ranges::any_of(file.name, [](char c) { return c >= 0 && c < ' '; });
    if (file.path.empty() || file.name.empty() || has_control ||
        file.name.find('/') != std::string::npos) {
      throw UsageError(
          fmt::format("--system is '{}', expected F or NAME=F with a name for tables", text));
    }
  }
  return files;
}

std::vector<System> read_systems(const SystemArguments& a, const po::variables_map& given) {
  std::vector<System> systems;
  const auto add = [&](const std::string& name, FitOptions options) {
    if (std::ranges::find(systems, name, &System::name) != systems.end()) {
      throw UsageError(fmt::format(
          "two systems are called {}; --system NAME=F gives a file another name", name));
    }
    systems.push_back({name, std::move(options)});
  };
  for (const std::string& objective : a.objectives) {
    one_of("objective", objective, choices_of("objective"));
    add(objective, read_system(objective, "", given));
  }
  for (const SystemFile& file : system_files(a)) add(file.name, read_system("", file.path, given));
  if (systems.empty()) {
    add(FitOptions{}.objective, read_system(FitOptions{}.objective, "", given));
  }
  check_that_options_are_used(systems, given);
  return systems;
}

}  // namespace gbrank::cli
