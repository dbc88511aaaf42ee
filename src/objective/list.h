#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "gbrank/objectives.h"

#include "objective/objective.h"

namespace gbrank {

/// Reads the options of an objective with their defaults filled in. Throws OptionError for a
/// text that is not a number of the range.
class OptionReader {
 public:
  explicit OptionReader(const OptionTexts& texts) : texts_(texts) {}

  long integer(const std::string& name, long least, long most) const;
  double real(const std::string& name, double least, double most) const;
  /// A switch: "true" or "false".
  bool flag(const std::string& name) const;
  /// One of the words that the option takes; throws OptionError with the nearest.
  const std::string& word(const std::string& name, std::span<const std::string> choices) const;

 private:
  const OptionTexts& texts_;
};

/// An objective's entry in the list: what it is called, what it takes and how it is made.
struct ObjectiveEntry {
  ObjectiveInfo info;
  std::function<std::unique_ptr<Objective>(const OptionReader&)> make;
};

std::span<const ObjectiveEntry> objective_list();

/// Throws Error with the nearest known name.
const ObjectiveEntry& find_objective(std::string_view name);

/// Every option of the objective: the given texts, defaults for the rest. Throws Error for an
/// option that it does not have.
OptionTexts complete_options(const ObjectiveEntry& entry, const OptionTexts& given);

}  // namespace gbrank
