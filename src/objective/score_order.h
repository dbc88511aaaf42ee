#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/random.h"
#include "objective/objective.h"

namespace gbrank {

/// The documents by falling score, numbered within the query. Equal scores, which are all scores in
/// the first round, stand in a random order that `key` gives: in row order a file sorted by label
/// would tell the labels. The memory is the arena's.
std::span<const std::uint32_t> order_by_score(std::span<const double> scores, std::uint64_t key,
                                              Arena& memory);

/// Of documents with equal scores the one with the lower word stands first.
inline std::uint64_t tie_word(std::uint64_t key, std::uint32_t document) {
  return mix64(key ^ document);
}

/// The key for a query in a round.
std::uint64_t tie_key(const QueryView& query, const Round& round);

}  // namespace gbrank
