#pragma once

#include <map>
#include <string>
#include <vector>

namespace gbrank {

/// Option values by name, as text: what a command line, a config file and a model file have.
using OptionTexts = std::map<std::string, std::string>;

/// One option of an objective.
struct ObjectiveOption {
  std::string name;        // as on the command line, without the dashes
  std::string value_name;  // K, X, ... for help texts
  std::string default_text;
  std::string help;
};

/// What a person may know of an objective before choosing it.
struct ObjectiveInfo {
  std::string name;
  std::string summary;
  std::vector<ObjectiveOption> options;
};

/// All objectives, in the order in which they are presented.
std::vector<ObjectiveInfo> objectives();

}  // namespace gbrank
