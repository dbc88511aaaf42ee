#pragma once

#include <string>

#include "gbrank/dataset.h"

#include "cli/command.h"

namespace gbrank::cli {

/// read_dataset. Throws Error when --bins was given and the file is a binary one of another number:
/// it cannot follow.
Dataset read_with_bins(const std::string& path, const ReadOptions& options,
                       const po::variables_map& given);

}  // namespace gbrank::cli
