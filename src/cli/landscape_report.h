#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "experiment/landscape.h"
#include "plot/chart.h"

namespace gbrank::cli {

/// What a study of a landscape found, ready to be shown.
struct LandscapeReport {
  std::string model;
  std::string data;
  LandscapeOptions options;
  Landscape landscape;
};

/// For each metric a summary of each kind of directions, the `top` directions whose raise is the
/// surest, and the answer.
std::string landscape_text(const LandscapeReport& report, std::size_t top);
/// A row for each direction and step.
std::string landscape_tsv(const Landscape& landscape);
nlohmann::ordered_json landscape_json(const LandscapeReport& report);
/// A panel for each metric and kind: a line a direction, their mean and where most of them are.
Chart landscape_chart(const LandscapeReport& report);

}  // namespace gbrank::cli
