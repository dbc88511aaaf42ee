#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gbrank/metrics.h"

#include "cli/command.h"

namespace gbrank::cli {

/// --convention and what overrides a part of it; --metric is each command's own.
struct ConventionArguments {
  std::string convention = Convention{}.name;
  std::string gain;
  std::string discount;
  std::string no_relevant;
  std::string ties;
  std::string short_lists;
  std::optional<double> relevant_label;
};

po::options_description describe_convention(ConventionArguments& arguments);

/// Throws UsageError for an unknown word.
Convention choose_convention(const ConventionArguments& arguments);

std::vector<Metric> parse_metrics(const std::vector<std::string>& names);

/// What is measured when nobody says what to measure.
std::vector<std::string> default_metrics();

/// "ndcg[@k], map[@k], ..." for help texts.
std::string metric_help();

}  // namespace gbrank::cli
