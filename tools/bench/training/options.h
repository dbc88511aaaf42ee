#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "programs.h"

namespace gbrank::bench {

struct Options {
  std::size_t rows = 240000;
  std::vector<std::string> objectives = {"lambdarank", "regression"};
  Settings settings;
  int runs = 3;
  std::vector<std::string> only;  // names of programs; empty: all
  bool more = false;
  bool busy = false;
  bool scaling = false;
  std::vector<std::size_t> sizes = {60000, 240000, 1000000};
  std::string work;
  std::string json;
  bool help = false;
};

/// Whether --only lets a program in.
bool wanted(const Options& options, const std::string& program);

/// Reads the command line; throws UsageError.
Options parse_options(int argc, char** argv);

std::string help_text();

}  // namespace gbrank::bench
