#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "cli/program.h"
#include "support/letor_folds.h"

namespace gbrank::test {

/// Trees that small data can have.
inline const Words kSmallTrees = {"--trees",  "12", "--learning-rate",     "0.2",
                                  "--leaves", "6",  "--min-docs-per-leaf", "3"};

inline std::string small_letor() {
  return random_letor({.queries = 18, .documents = 10, .values = 12, .seed = 3});
}

/// The files below a folder by their names, but for those that a killed program had not finished.
inline std::map<std::string, std::string> files_below(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".tmp") continue;
    files[std::filesystem::relative(entry.path(), folder).string()] =
        read_file(entry.path().string());
  }
  return files;
}

}  // namespace gbrank::test
