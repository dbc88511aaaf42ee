#pragma once

#include "options.h"

namespace gbrank::bench {

/// How much slower training is while another process spins on one core, beside a fair share of the
/// cores.
void print_busy(const Options& options, const Settings& settings);

/// gbrank by number of threads and by size of the data.
void print_scaling(const Options& options, const Settings& settings);

}  // namespace gbrank::bench
