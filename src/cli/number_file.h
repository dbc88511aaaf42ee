#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gbrank::cli {

/// Files of one number a line, plain or gzip, "-" for standard input; blank lines do not count.
/// Throws Error with file and line, and for another count than the data has.

/// A score for each row; a gradient needs finite ones, a ranking does not.
std::vector<double> read_scores(const std::string& path, std::size_t rows, bool finite);

/// A weight for each query, in the order of the data; at least one is not 0.
std::vector<double> read_query_weights(const std::string& path, std::size_t queries);

}  // namespace gbrank::cli
