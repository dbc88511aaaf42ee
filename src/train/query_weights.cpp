#include "train/query_weights.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/counted.h"
#include "base/random.h"

namespace gbrank {

std::vector<std::uint32_t> queries_that_count(const QueryLists& lists) {
  if (!lists.weights.empty() && lists.weights.size() != lists.queries()) {
    throw Error(fmt::format("found {}, the data has {}",
                            counted(lists.weights.size(), "query weight"),
                            counted(lists.queries(), "query", "queries")));
  }
  std::vector<std::uint32_t> queries;
  for (std::size_t q = 0; q < lists.queries(); ++q) {
    const double weight = lists.weight_of(q);
    if (!(weight >= 0) || std::isinf(weight)) {
      throw Error(
          fmt::format("query {} has weight {}, expected a number of 0 or more", q + 1, weight));
    }
    if (weight > 0) queries.push_back(static_cast<std::uint32_t>(q));
  }
  if (queries.empty()) throw Error("every query has weight 0, so there is nothing to learn from");
  return queries;
}

std::string fingerprint(std::span<const double> weights) {
  if (weights.empty()) return "none";
  std::uint64_t word = weights.size();
  for (const double weight : weights) word = random_key(word, std::bit_cast<std::uint64_t>(weight));
  return fmt::format("{:016x}", word);
}

}  // namespace gbrank
