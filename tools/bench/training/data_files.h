#pragma once

#include <cstddef>
#include <string>

#include "programs.h"

namespace gbrank::bench {

/// Training data of so many rows and the test data in a folder, made unless they are there and
/// newer than the program that makes them.
Files data_files(const std::string& work, std::size_t rows);

}  // namespace gbrank::bench
