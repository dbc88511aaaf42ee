#include "objective/list.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/nearest.h"

namespace gbrank {

// To add an objective: write its file, declare its entry here, list it below.
ObjectiveEntry lambdarank_objective();
ObjectiveEntry ranknet_objective();
ObjectiveEntry gbrank_objective();
ObjectiveEntry sdcg_objective();
ObjectiveEntry shf_sdcg_objective();
ObjectiveEntry reg_shf_sdcg_objective();
ObjectiveEntry softndcg_objective();
ObjectiveEntry boltzrank_objective();
ObjectiveEntry spsa_ndcg_objective();
ObjectiveEntry regression_objective();

std::span<const ObjectiveEntry> objective_list() {
  static const ObjectiveEntry list[] = {
      lambdarank_objective(),    //
      ranknet_objective(),       //
      gbrank_objective(),        //
      sdcg_objective(),          //
      shf_sdcg_objective(),      //
      reg_shf_sdcg_objective(),  //
      softndcg_objective(),      //
      boltzrank_objective(),     //
      spsa_ndcg_objective(),     //
      regression_objective(),
  };
  return list;
}

std::vector<ObjectiveInfo> objectives() {
  std::vector<ObjectiveInfo> all;
  for (const ObjectiveEntry& entry : objective_list()) all.push_back(entry.info);
  return all;
}

const ObjectiveEntry& find_objective(std::string_view name) {
  std::vector<std::string> names;
  for (const ObjectiveEntry& entry : objective_list()) {
    if (entry.info.name == name) return entry;
    names.push_back(entry.info.name);
  }
  throw Error(fmt::format("unknown objective '{}'{}", name, suggest(name, names)));
}

OptionTexts complete_options(const ObjectiveEntry& entry, const OptionTexts& given) {
  OptionTexts texts;
  std::vector<std::string> names;
  for (const ObjectiveOption& option : entry.info.options) {
    texts[option.name] = option.default_text;
    names.push_back(option.name);
  }
  for (const auto& [name, text] : given) {
    const auto at = texts.find(name);
    if (at == texts.end()) {
      throw Error(fmt::format("objective {} has no option {}{}", entry.info.name, name,
                              names.empty() ? "" : suggest(name, names)));
    }
    at->second = text;
  }
  return texts;
}

namespace {

template <typename Number>
Number read_number(const OptionTexts& texts, const std::string& name, Number least, Number most) {
  const std::string& text = texts.at(name);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= least) ||
      !(value <= most)) {
    throw OptionError(fmt::format("{} is '{}', expected a {}number from {} to {}", name, text,
                                  std::is_integral_v<Number> ? "whole " : "", least, most));
  }
  return value;
}

}  // namespace

long OptionReader::integer(const std::string& name, long least, long most) const {
  return read_number(texts_, name, least, most);
}

double OptionReader::real(const std::string& name, double least, double most) const {
  return read_number(texts_, name, least, most);
}

bool OptionReader::flag(const std::string& name) const {
  const std::string words[] = {"true", "false"};
  return word(name, words) == "true";
}

const std::string& OptionReader::word(const std::string& name,
                                      std::span<const std::string> choices) const {
  const std::string& text = texts_.at(name);
  if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
    throw OptionError(fmt::format("{} is '{}'{}", name, text, suggest(text, choices)));
  }
  return text;
}

const char* leaf_rule_name(LeafRule rule) { return rule == LeafRule::kNewton ? "newton" : "mean"; }

}  // namespace gbrank
