#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "measure.h"

namespace gbrank::bench {

/// What was called, a line for each contender.
std::string calls_text(std::span<const Line> lines);

/// A line for each contender with documents a second by length of the batches, and microseconds for
/// a batch of 100 where there were any; then how many times as fast as the others gbrank was.
std::string table_text(std::span<const Line> lines);

nlohmann::ordered_json to_json(std::span<const Line> lines);

}  // namespace gbrank::bench
