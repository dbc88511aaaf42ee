#pragma once

#include <cstddef>
#include <vector>

#include "gbrank/metrics.h"

namespace gbrank {

/// What a document of this label is worth in DCG.
double gain(Gain kind, double label);

/// What the place of this rank, from 1, is worth in DCG.
double discount(Discount kind, std::size_t rank);

/// discount() of the ranks 1 to `places`: element i is that of rank i + 1.
std::vector<double> discount_table(Discount kind, std::size_t places);

}  // namespace gbrank
