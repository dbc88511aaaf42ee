#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "measure.h"

namespace gbrank::bench {

/// What makes a model hard to compare with gbrank's: other trees, other leaves, NDCG@10 more than
/// 0.005 apart. Empty: nothing.
std::string differences(const Row& gbrank, const Row& peer);

/// A line for each program, then how many times as much as each peer gbrank took.
void print_comparison(const std::vector<Row>& rows);

/// Says so where other programs were at work during the runs. Times are then worth little, and less
/// for programs whose threads spin while they wait for each other.
void print_disturbance(const std::vector<Row>& rows);

nlohmann::ordered_json to_json(const std::vector<Row>& rows);

}  // namespace gbrank::bench
