#include "train/gradients.h"

#include "base/parallel.h"

namespace gbrank {

GradientLoop::GradientLoop(const Dataset& data, const Objective& objective, int threads)
    : data_(data),
      objective_(objective),
      threads_(threads),
      gradient_(data.rows()),
      hessian_(data.rows()),
      scratch_(static_cast<std::size_t>(threads)) {}

double GradientLoop::run(std::span<const std::uint32_t> queries, std::span<const double> scores,
                         const Round& round) {
  losses_.resize(queries.size());
  parallel_for(threads_, queries.size(), [&](std::size_t i, int worker) {
    const std::size_t query = queries[i];
    const std::size_t begin = data_.query_offsets()[query];
    const std::size_t size = data_.query_offsets()[query + 1] - begin;
    const QueryView view{data_.labels().subspan(begin, size), scores.subspan(begin, size), query};
    losses_[i] =
        objective_.differentiate(view, round, scratch_[static_cast<std::size_t>(worker)],
                                 gradient().subspan(begin, size), hessian().subspan(begin, size));
  });
  double sum = 0;
  for (const double loss : losses_) sum += loss;
  return sum;
}

}  // namespace gbrank
