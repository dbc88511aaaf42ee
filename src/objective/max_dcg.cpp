#include "objective/max_dcg.h"

#include <algorithm>
#include <functional>

#include "base/parallel.h"
#include "metric/gains_and_discounts.h"

namespace gbrank {

void MaxDcg::build(const QueryLists& queries, std::size_t cutoff) {
  std::size_t longest = 0;
  for (std::size_t q = 0; q < queries.queries(); ++q) {
    longest = std::max(longest, queries.labels_of(q).size());
  }
  discounts_ = discount_table(Discount::kLog2, longest);
  max_dcg_.resize(queries.queries());
  parallel_for(queries.threads, queries.queries(), [&](std::size_t q, int) {
    std::vector<float> labels(queries.labels_of(q).begin(), queries.labels_of(q).end());
    std::ranges::sort(labels, std::greater<>{});
    const std::size_t places = cutoff == 0 ? labels.size() : std::min(labels.size(), cutoff);
    double sum = 0;
    for (std::size_t r = 0; r < places; ++r) sum += gain(labels[r]) * discounts_[r];
    max_dcg_[q] = sum;
  });
}

}  // namespace gbrank
