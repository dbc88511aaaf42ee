#include "objective/label_order.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/parallel.h"

namespace gbrank {

void LabelOrder::build(const QueryLists& queries) {
  order_.resize(queries.labels.size());
  offsets_.assign(queries.offsets.begin(), queries.offsets.end());
  empty_.resize(queries.queries());
  parallel_for(queries.threads, queries.queries(), [&](std::size_t q, int) {
    const std::span<const float> labels = queries.labels_of(q);
    const std::span<std::uint32_t> order =
        std::span(order_).subspan(queries.offsets[q], labels.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return labels[a] > labels[b]; });
    empty_[q] = labels.empty() || labels[order.front()] == labels[order.back()] ? 1 : 0;
  });
}

void check_gains(const QueryLists& queries, const char* objective) {
  constexpr float kMaxLabel = 512;
  const auto large =
      std::ranges::find_if(queries.labels, [](float label) { return label > kMaxLabel; });
  if (large == queries.labels.end()) return;
  throw Error(
      fmt::format("row {} has label {}, the gains 2^label of objective {} take labels up to {}; "
                  "scale the labels or use regression, ranknet or gbrank",
                  large - queries.labels.begin() + 1, *large, objective, kMaxLabel));
}

}  // namespace gbrank
