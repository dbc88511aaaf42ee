#include <algorithm>

#include <fmt/format.h>

#include "gbrank/fit.h"

#include "cli/arguments.h"
#include "cli/objective_options.h"
#include "model/json_text.h"

namespace gbrank::cli {
namespace {

struct ObjectivesArguments {
  std::string objective;
  bool json = false;
};

OptionGroups describe(ObjectivesArguments& a) {
  po::options_description group("Options");
  group.add_options()                                                              //
      ("objective", po::value(&a.objective)->value_name("NAME"), "this one only")  //
      ("json", po::bool_switch(&a.json), "JSON instead of text");
  return {group, common_options()};
}

constexpr std::size_t kWidth = 80;

/// A line of two columns, the right one wrapped.
std::string entry(const std::string& left, const std::string& right, std::size_t left_width) {
  std::string text;
  std::string line = fmt::format("  {:<{}} ", left, left_width);
  bool empty = true;
  for (std::size_t at = 0; at < right.size();) {
    const std::string word = right.substr(at, right.find(' ', at) - at);
    at += word.size() + 1;
    if (!empty && line.size() + 1 + word.size() > kWidth) {
      text += line + "\n";
      line = std::string(left_width + 3, ' ');
    }
    line += " " + word;
    empty = false;
  }
  return text + line + "\n";
}

std::string option_text(const ObjectiveOption& option) {
  return fmt::format("--{}{}{}", option.name, option.value_name.empty() ? "" : " ",
                     option.value_name);
}

std::string search_text(const ObjectiveOption& option) {
  return option.search.empty() ? "" : fmt::format("; gbrank tune draws from {}", option.search);
}

std::string text_of(const ObjectiveInfo& info, std::size_t left_width) {
  const bool is_default = info.name == FitOptions{}.objective;
  std::string text = fmt::format("{}{}\n", info.name, is_default ? " (the default)" : "");
  const auto add = [&](const std::string& left, const std::string& right) {
    text += entry(left, right, left_width);
  };
  add("optimises", info.summary);
  add("paper", info.paper);
  add("cost", info.cost + " (n: the documents of a query)");
  add("leaf", fmt::format("{}, unless --leaf says otherwise", leaf_rule_name(info.leaf)));
  if (!info.traces.empty()) {
    add("traces", fmt::format("{}, in fit --log", fmt::join(info.traces, ", ")));
  }
  for (const ObjectiveOption& option : info.options) {
    add(option_text(option), help_of(option, option.default_text) + search_text(option));
  }
  return text;
}

std::string json_list(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(json_string(word));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string json_of(const ObjectiveInfo& info) {
  std::vector<std::string> options;
  for (const ObjectiveOption& option : info.options) {
    options.push_back(fmt::format(
        "\n      {{\"name\": {}, \"value\": {}, \"default\": {}, \"choices\": {}, \"search\": {}, "
        "\"help\": {}}}",
        json_string(option.name), json_string(option.value_name), json_string(option.default_text),
        json_list(option.choices), json_string(option.search), json_string(option.help)));
  }
  return fmt::format(
      "\n  {{\n    \"name\": {},\n    \"summary\": {},\n    \"paper\": {},\n    \"cost\": {},\n"
      "    \"leaf\": {},\n    \"traces\": {},\n    \"options\": [{}]\n  }}",
      json_string(info.name), json_string(info.summary), json_string(info.paper),
      json_string(info.cost), json_string(leaf_rule_name(info.leaf)), json_list(info.traces),
      fmt::join(options, ","));
}

int run(const ObjectivesArguments& a, const po::variables_map&) {
  std::vector<ObjectiveInfo> all = objectives();
  if (!a.objective.empty()) {
    one_of("objective", a.objective, choices_of("objective"));
    std::erase_if(all, [&](const ObjectiveInfo& info) { return info.name != a.objective; });
  }
  std::vector<std::string> parts;
  if (a.json) {
    for (const ObjectiveInfo& info : all) parts.push_back(json_of(info));
    fmt::print("[{}\n]\n", fmt::join(parts, ","));
    return 0;
  }
  std::size_t left_width = std::string("optimises").size();
  for (const ObjectiveInfo& info : all) {
    for (const ObjectiveOption& option : info.options) {
      left_width = std::max(left_width, option_text(option).size());
    }
  }
  for (const ObjectiveInfo& info : all) parts.push_back(text_of(info, left_width));
  fmt::print("{}", fmt::join(parts, "\n"));
  return 0;
}

}  // namespace

Command objectives_command() {
  return make_command<ObjectivesArguments>(
      {"objectives",
       "list the objectives: what each optimises, its paper, cost and options",
       {{"gbrank objectives", "all of them"},
        {"gbrank objectives --objective lambdarank --json", "one, for a program"}},
       {},
       {}},
      describe, run);
}

}  // namespace gbrank::cli
