#pragma once

#include <string>
#include <vector>

#include "cli/program.h"

namespace gbrank::test {

inline const Words kCommands = {"fit",        "predict",   "evaluate",  "compare",  "cv",
                                "tune",       "convert",   "dump",      "export",   "import",
                                "importance", "explain",   "landscape", "gradient", "objectives",
                                "man",        "completion"};

/// The options that the help of a command lists, in its order.
inline std::vector<std::string> options_in_help(const std::string& command) {
  std::vector<std::string> names;
  const std::string help = succeed({command, "--help"}).out;
  for (const auto& words : table(help, ' ')) {
    if (words.size() > 2 && words[0].empty() && words[1].empty() && words[2].starts_with("--")) {
      names.push_back(words[2]);
    }
  }
  return names;
}

}  // namespace gbrank::test
