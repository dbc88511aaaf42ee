#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "objective/objective.h"

namespace gbrank {

/// The documents of every query by falling label, equal labels in row order. Labels do not change
/// from round to round, so they are sorted once: four bytes a row.
class LabelOrder {
 public:
  void build(const QueryLists& queries);

  /// The documents of a query, numbered within it. Empty if its labels are all equal: it says
  /// nothing about order.
  std::span<const std::uint32_t> of(std::size_t query) const {
    const std::size_t begin = offsets_[query];
    return std::span(order_).subspan(begin, empty_[query] ? 0 : offsets_[query + 1] - begin);
  }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> offsets_;
  std::vector<std::uint8_t> empty_;
};

/// Throws Error naming the row if a label is so large that sums and products of gains 2^label leave
/// the range of a double.
void check_gains(const QueryLists& queries, const char* objective);

}  // namespace gbrank
