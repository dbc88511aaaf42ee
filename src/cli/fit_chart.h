#pragma once

#include <string>
#include <vector>

#include "gbrank/fit.h"

#include "plot/chart.h"

namespace gbrank::cli {

/// The learning curves of a fit, for --plot: each metric on the training and the validation data,
/// the loss, and what the objective traces, by round.
class FitChart {
 public:
  /// The validation sets' names are for the legend.
  FitChart(const FitOptions& options, const std::string& train, std::vector<std::string> valid);

  void round(const RoundReport& report);

  Chart chart() const;

 private:
  Series metric_curve(std::size_t metric, std::size_t set) const;
  Panel metric_panel(std::size_t metric) const;
  Panel round_panel(const std::string& title, const std::string& y_label, int colour,
                    std::vector<double> values) const;

  const FitOptions& options_;
  std::string train_;
  std::vector<std::string> valid_;
  std::vector<RoundReport> rounds_;
};

}  // namespace gbrank::cli
