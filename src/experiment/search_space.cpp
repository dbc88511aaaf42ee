#include "experiment/search_space.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/checksum.h"
#include "base/nearest.h"
#include "base/random.h"
#include "objective/list.h"

namespace gbrank {
namespace {

template <typename Number>
Number read_number(const std::string& name, const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw OptionError(fmt::format("{} is '{}', expected a {}number", name, text,
                                  std::is_integral_v<Number> ? "whole " : ""));
  }
  return value;
}

LeafRule read_leaf(const std::string& text) {
  for (const LeafRule rule : {LeafRule::kNewton, LeafRule::kMean}) {
    if (text == leaf_rule_name(rule)) return rule;
  }
  throw OptionError(fmt::format("leaf is '{}', expected newton or mean", text));
}

/// An option that every objective has. Ranges are for data sets of the size of OHSUMED to MSLR;
/// empty: what the search leaves alone unless it is told otherwise.
struct TreeSetting {
  std::string_view name;
  std::string_view search;
  void (*set)(FitOptions& options, const std::string& name, const std::string& text);
};

template <auto Member>
void set_tree(FitOptions& options, const std::string& name, const std::string& text) {
  auto& field = options.tree.*Member;
  field = read_number<std::remove_reference_t<decltype(field)>>(name, text);
}

template <auto Member>
void set_fit(FitOptions& options, const std::string& name, const std::string& text) {
  auto& field = options.*Member;
  field = read_number<std::remove_reference_t<decltype(field)>>(name, text);
}

constexpr TreeSetting kTreeSettings[] = {
    // Schedules follow the planned trees, and a round picked by one validation fold is picked by
    // its noise, so the number of trees is an option like others.
    {"trees", "60..400 log", set_fit<&FitOptions::trees>},
    {"learning-rate", "0.01..0.2 log", set_fit<&FitOptions::learning_rate>},
    {"leaves", "4..48 log", set_tree<&TreeOptions::leaves>},
    {"max-depth", "", set_tree<&TreeOptions::max_depth>},
    {"min-docs-per-leaf", "10..300 log", set_tree<&TreeOptions::min_docs_per_leaf>},
    {"min-hessian", "", set_tree<&TreeOptions::min_hessian>},
    {"l2", "0, 1, 10, 100", set_tree<&TreeOptions::l2>},
    {"leaf", "newton, mean",
     [](FitOptions& o, const std::string&, const std::string& text) {
       o.tree.leaf = read_leaf(text);
     }},
    {"feature-fraction", "0.1..1", set_fit<&FitOptions::feature_fraction>},
    {"query-fraction", "0.3..1", set_fit<&FitOptions::query_fraction>},
    {"bags", "", set_fit<&FitOptions::bags>},
    {"bag-fraction", "", set_fit<&FitOptions::bag_fraction>},
};

}  // namespace

std::vector<SearchedOption> tree_search() {
  std::vector<SearchedOption> space;
  for (const TreeSetting& setting : kTreeSettings) {
    if (setting.search.empty()) continue;
    space.push_back({std::string(setting.name), SearchRange(std::string(setting.search))});
  }
  return space;
}

std::vector<SearchedOption> default_search(const std::string& objective) {
  std::vector<SearchedOption> space = tree_search();
  for (const ObjectiveOption& own : find_objective(objective).info.options) {
    if (!own.search.empty()) space.push_back({own.name, SearchRange(own.search)});
  }
  return space;
}

void check_search(const FitOptions& start, std::span<const SearchedOption> space) {
  const bool searches_bags = std::ranges::find(space, "bags", &SearchedOption::name) != space.end();
  for (const SearchedOption& option : space) {
    if (option.name == "bag-fraction" && start.bags == 1 && !searches_bags) {
      throw OptionError("bag-fraction needs --bags of 2 or more: one bag learns from all queries");
    }
    for (const std::string& extreme : option.range.extremes()) {
      FitOptions options = start;
      set_options(options, {{option.name, extreme}});
      check_options(options);
    }
  }
}

OptionTexts draw_options(std::span<const SearchedOption> space, std::uint64_t seed, int number) {
  OptionTexts texts;
  const double share = Random(random_key(seed, number)).uniform();
  for (const SearchedOption& option : space) {
    Random random(random_key(seed, number, checksum_of(option.name)));
    if (random.uniform() < share) texts[option.name] = option.range.draw(random);
  }
  return texts;
}

void set_options(FitOptions& options, const OptionTexts& texts) {
  const std::vector<ObjectiveOption>& own = find_objective(options.objective).info.options;
  for (const auto& [name, text] : texts) {
    const auto of_tree = std::ranges::find(kTreeSettings, name, &TreeSetting::name);
    if (of_tree != std::end(kTreeSettings)) {
      of_tree->set(options, name, text);
    } else if (std::ranges::find(own, name, &ObjectiveOption::name) != own.end()) {
      options.objective_options[name] = text;
    } else {
      std::vector<std::string> known;
      for (const TreeSetting& setting : kTreeSettings) known.emplace_back(setting.name);
      for (const ObjectiveOption& option : own) known.push_back(option.name);
      throw Error(
          fmt::format("{} is no option of {}{}", name, options.objective, suggest(name, known)));
    }
  }
}

}  // namespace gbrank
