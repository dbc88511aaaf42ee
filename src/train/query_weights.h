#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "objective/objective.h"

namespace gbrank {

/// The queries whose weight is not 0, ascending. Throws Error unless there is a weight of 0 or more
/// for each query, or none at all, and when nothing is left.
std::vector<std::uint32_t> queries_that_count(const QueryLists& lists);

/// A word for the model's record: "none", or 16 hexadecimal digits that tell one set of weights
/// from another.
std::string fingerprint(std::span<const double> weights);

}  // namespace gbrank
