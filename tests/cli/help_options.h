#pragma once

#include <regex>
#include <string>
#include <vector>

#include "cli/program.h"

namespace gbrank::test {

inline const Words kCommands = {"fit",        "predict", "evaluate",  "dump",
                                "importance", "man",     "completion"};

/// The options that the help of a command lists, in its order.
inline std::vector<std::string> options_in_help(const std::string& command) {
  const std::string text = succeed({command, "--help"}).out;
  const std::regex option("\n  (--[a-z0-9-]+)");
  std::vector<std::string> names;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), option);
       at != std::sregex_iterator(); ++at) {
    names.push_back((*at)[1]);
  }
  return names;
}

}  // namespace gbrank::test
