#pragma once

#include <string>

#include "cli/command.h"
#include "experiment/folds.h"

namespace gbrank::cli {

/// The data of an experiment.
struct FoldArguments {
  std::string data;
  int folds = FoldSource{}.folds;
  long long split_seed = static_cast<long long>(FoldSource{}.split_seed);
  int bins = ReadOptions{}.bins;
};

po::options_description describe_folds(FoldArguments& arguments);

/// Throws UsageError, also for --folds where there is a folder.
FoldSource fold_source(const FoldArguments& arguments, const po::variables_map& given, int threads);

/// Makes a folder, and those above it, where it is missing; throws Error.
void make_folder(const std::string& path);

}  // namespace gbrank::cli
