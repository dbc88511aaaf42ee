#pragma once

#include "cli/tune_report.h"
#include "plot/chart.h"

namespace gbrank::cli {

/// The finalists with how far each may be from the best, and the values of all trials over each
/// option that was searched.
Chart tune_chart(const TuneReport& report);

}  // namespace gbrank::cli
