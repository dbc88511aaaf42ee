#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gbrank::bench {

struct PredictionOptions {
  std::string model;  // empty: one is trained
  std::string data;   // empty: data is made
  int trees = 500;
  int leaves = 64;
  int min_docs = 20;
  std::size_t rows = 20000;
  double missing_share = 0;
  std::vector<std::size_t> batches;
  int threads = 1;
  int runs = 9;
  bool engines = false;
  std::vector<std::string> only;  // names of contenders; empty: all
  std::string work;
  std::string json;
  bool help = false;
};

/// Reads the command line; throws UsageError.
PredictionOptions parse_prediction_options(int argc, char** argv);

std::string prediction_help();

}  // namespace gbrank::bench
