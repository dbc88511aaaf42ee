#pragma once

#include <optional>
#include <string>
#include <vector>

#include "output.h"
#include "process.h"

namespace gbrank::bench {

struct Settings {
  std::string objective;  // lambdarank or regression
  int threads = 2;
  int trees = 100;
  int leaves = 64;
  double learning_rate = 0.1;
  int bins = 255;
  int min_docs = 20;
};

/// Names without their ends: TRAIN.txt is LETOR text, TRAIN.svm the same without queries.
struct Files {
  std::string train;
  std::string test;
  std::string results;  // a folder for models and scores
};

/// One row of the table: a program with its options.
struct Program {
  std::string name;
  Words fit;
  Words predict;
  Words dump;              // makes `model` readable; may be empty
  std::string train_text;  // what fit reads
  std::string model;       // what shape_of reads
  std::string scores;      // what predict writes, one a line
  std::optional<Times> (*times_of)(const std::vector<std::string>& lines);
  Shape (*shape_of)(const std::string& model);
};

/// The programs that can be run here; those that cannot are named on standard error. With `more`,
/// options of them that are not in every comparison, too.
std::vector<Program> find_programs(const Settings& settings, const Files& files, bool more);

/// $GBRANK, or the one that was built with this benchmark.
std::string gbrank_program();

/// gbrank with its defaults and the given options.
Program plain_gbrank(const Settings& settings, const Files& files);

}  // namespace gbrank::bench
