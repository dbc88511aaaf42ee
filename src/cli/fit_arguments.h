#pragma once

#include <string>
#include <vector>

#include "gbrank/fit.h"

#include "cli/command.h"
#include "cli/metric_options.h"

namespace gbrank::cli {

/// What `gbrank fit` is told.
struct FitArguments {
  std::string train;
  std::vector<std::string> valid;
  std::vector<std::string> test;
  std::string query_weights;
  std::string feature_names;
  std::string model;
  std::string log;
  std::string plot;
  bool quiet = false;
  std::string leaf;
  std::vector<std::string> metrics = {Metric{}.name()};
  ConventionArguments convention;
  long long seed = 1;
  ReadOptions read;
  FitOptions fit;
};

/// Whether every round is measured on the training data too, and with its loss, for the log or the
/// plot.
inline bool measures_every_round(const FitArguments& arguments) {
  return !arguments.log.empty() || !arguments.plot.empty();
}

OptionGroups describe_fit(FitArguments& arguments);

/// Of these, the options that say what a model is: the objective, its trees, and what each
/// objective has of its own.
OptionGroups describe_model(FitArguments& arguments);

/// Of these, those of trees.
po::options_description describe_trees(FitArguments& arguments, bool with_objective);

/// What the options of describe_model ask for. Throws UsageError.
FitOptions model_options(const FitArguments& arguments, const po::variables_map& given);

/// What the arguments ask for, but for what stands in files. Throws UsageError.
FitOptions fit_options(const FitArguments& arguments, const po::variables_map& given);

/// Better now than after a night of training: throws when an output cannot be written, or would
/// replace an input, and when an input cannot be read.
void check_files(const FitArguments& arguments);

}  // namespace gbrank::cli
