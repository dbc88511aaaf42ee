#include "cli/objective_options.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "cli/arguments.h"

namespace gbrank::cli {
namespace {

/// An option and the objectives that have it; each may have a default of its own.
struct SharedOption {
  ObjectiveOption option;
  std::vector<std::string> objectives;
  std::vector<std::string> defaults;  // one an objective
};

std::vector<SharedOption> shared_options() {
  std::vector<SharedOption> all;
  for (const ObjectiveInfo& info : objectives()) {
    for (const ObjectiveOption& option : info.options) {
      auto at = std::ranges::find(all, option.name,
                                  [](const SharedOption& other) { return other.option.name; });
      if (at == all.end()) at = all.insert(all.end(), {option, {}, {}});
      at->objectives.push_back(info.name);
      at->defaults.push_back(option.default_text);
    }
  }
  return all;
}

/// "0.1", or "0.1; shf-sdcg: 1" where objectives differ.
std::string default_text(const SharedOption& shared) {
  std::string text = shared.defaults.front();
  for (std::size_t i = 1; i < shared.defaults.size(); ++i) {
    if (shared.defaults[i] == shared.defaults.front()) continue;
    text += fmt::format("; {}: {}", shared.objectives[i], shared.defaults[i]);
  }
  return text;
}

/// "objective sdcg", "objectives sdcg, shf-sdcg".
std::string owners_text(const std::vector<std::string>& names) {
  return fmt::format("objective{} {}", names.size() == 1 ? "" : "s", fmt::join(names, ", "));
}

}  // namespace

std::string objective_help() {
  return fmt::format("what to optimise: {}; gbrank objectives tells of each",
                     fmt::join(choices_of("objective"), ", "));
}

std::vector<std::string> traces_of(const std::string& objective) {
  const std::vector<ObjectiveInfo> all = objectives();
  return std::ranges::find(all, objective, &ObjectiveInfo::name)->traces;
}

std::string help_of(const ObjectiveOption& option, const std::string& default_text) {
  std::string text = option.help;
  if (!option.choices.empty()) text += fmt::format(": {}", fmt::join(option.choices, ", "));
  if (!option.value_name.empty()) text += fmt::format(" (default: {})", default_text);
  return text;
}

OptionGroups describe_objective_options() {
  std::vector<std::vector<std::string>> owners;
  OptionGroups groups;
  for (const SharedOption& shared : shared_options()) {
    auto at = std::ranges::find(owners, shared.objectives);
    if (at == owners.end()) {
      at = owners.insert(owners.end(), shared.objectives);
      std::string title = owners_text(shared.objectives);
      title.front() = 'O';
      groups.emplace_back(title);
    }
    const ObjectiveOption& o = shared.option;
    auto* value = po::value<std::string>()->value_name(o.value_name);
    if (o.value_name.empty()) value->implicit_value("true")->zero_tokens();
    groups[static_cast<std::size_t>(at - owners.begin())].add_options()(
        o.name.c_str(), value, help_of(o, default_text(shared)).c_str());
  }
  return groups;
}

OptionTexts chosen_objective_options(const std::string& objective, const po::variables_map& given) {
  one_of("objective", objective, choices_of("objective"));
  OptionTexts texts;
  for (const SharedOption& shared : shared_options()) {
    const std::string& name = shared.option.name;
    if (given.count(name) == 0) continue;
    if (std::ranges::find(shared.objectives, objective) == shared.objectives.end()) {
      throw UsageError(fmt::format("--{} belongs to {}, the objective is {}", name,
                                   owners_text(shared.objectives), objective));
    }
    texts[name] = given[name].as<std::string>();
  }
  return texts;
}

}  // namespace gbrank::cli
