#pragma once

#include <string>
#include <vector>

#include "programs.h"

namespace gbrank::bench {

struct Range {
  double least = 0;
  double most = 0;
};

/// What the runs of a program came to: the least of each figure.
struct Row {
  std::string name;
  std::vector<double> load;  // seconds of each run
  std::vector<double> train;
  std::vector<double> whole;
  std::vector<double> peak_bytes;
  std::vector<double> other_cores;  // that other programs took meanwhile
  Shape shape;                      // of the last run's model
  double ndcg = 0;                  // NDCG@10 of it on the test file
};

Range range(const std::vector<double>& values);

/// One fit, added to a row. Throws Error with the end of what the program said where it fails.
void fit_once(const Program& program, Row& row);

/// Fits by turns, run 1 of all and then run 2 of all, and measures the last models. A program that
/// fails is reported on standard error and left out.
std::vector<Row> compare(const std::vector<Program>& programs, const Files& files, int runs);

}  // namespace gbrank::bench
