#pragma once

#include "objective/objective.h"

namespace gbrank {

/// The mean label of all documents, each query by its weight.
double mean_label(const QueryLists& queries);

/// Adds `weight` times 1/2 sum (s_i - y_i)^2 to the derivatives and returns it.
double add_squared_error(const QueryView& query, double weight, const Derivatives& out);

}  // namespace gbrank
