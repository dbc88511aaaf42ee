#include "train/scored_data.h"

#include <numeric>

#include "base/parallel.h"
#include "train/leaf_finder.h"

namespace gbrank {

void add_tree(const Dataset& data, const GrownTree& grown, std::span<const std::uint32_t> queries,
              int threads, std::span<double> scores) {
  const LeafFinder finder(data, grown);
  parallel_shares(threads, queries.size(), [&](std::size_t i, int) {
    const std::size_t end = data.query_offsets()[queries[i] + 1];
    for (std::size_t row = data.query_offsets()[queries[i]]; row < end; ++row) {
      scores[row] += grown.tree.value[finder.leaf_of(row)];
    }
  });
}

ScoredData::ScoredData(const Dataset& data, double start, std::span<const Metric> metrics,
                       const Convention& convention)
    : data_(&data), scores_(data.rows(), start) {
  for (const Metric& metric : metrics) {
    evaluators_.push_back(
        naming(data, [&] { return Evaluator(metric, convention, data.judged_lists()); }));
  }
}

std::vector<double> ScoredData::evaluate(int threads) const {
  std::vector<double> values;
  for (const Evaluator& evaluator : evaluators_) {
    values.push_back(evaluator.evaluate(scores_, threads).mean);
  }
  return values;
}

void ScoredData::add_tree(const GrownTree& grown, int threads) {
  std::vector<std::uint32_t> all(data_->queries());
  std::iota(all.begin(), all.end(), 0U);
  gbrank::add_tree(*data_, grown, all, threads, scores_);
}

}  // namespace gbrank
