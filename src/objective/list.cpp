#include "objective/list.h"

#include <charconv>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/nearest.h"

namespace gbrank {

// To add an objective: write its file, declare its entry here, list it below.
ObjectiveEntry regression_objective();
ObjectiveEntry lambdarank_objective();

std::span<const ObjectiveEntry> objective_list() {
  static const ObjectiveEntry list[] = {
      regression_objective(),
      lambdarank_objective(),
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
    throw Error(fmt::format("{} is '{}', expected a {}number from {} to {}", name, text,
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

}  // namespace gbrank
