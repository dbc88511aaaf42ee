#pragma once

#include <nlohmann/json.hpp>

#include "options.h"

namespace gbrank::bench {

/// Both print a table and return its figures.

/// How much slower training is while another process spins on one core, beside a fair share of the
/// cores.
nlohmann::ordered_json print_busy(const Options& options, const Settings& settings);

/// gbrank by number of threads and by size of the data.
nlohmann::ordered_json print_scaling(const Options& options, const Settings& settings);

}  // namespace gbrank::bench
