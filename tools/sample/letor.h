#pragma once

#include <cstdint>
#include <string>

namespace gbrank::sample {

/// Appends the LETOR rows of a query, its columns scaled to [0, 1] within the query as LETOR's
/// QueryLevelNorm does; a column that is constant in the query becomes 0, an unknown value NULL.
void append_query(std::uint64_t seed, std::uint64_t number, bool unanswered, std::string& text);

}  // namespace gbrank::sample
