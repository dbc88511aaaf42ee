#pragma once

#include "cli/cv_report.h"
#include "plot/chart.h"

namespace gbrank::cli {

/// A cross-validation for --plot: for each metric the systems' means with their intervals, and the
/// folds behind them; where validation data chooses the trees, the curves that it chooses by.
Chart cv_chart(const CvReport& report);

}  // namespace gbrank::cli
