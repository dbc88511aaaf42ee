#pragma once

#include "objective/pair_rows.h"

namespace gbrank {

/// For documents by falling label: where, for each, the documents of a lower label begin.
inline std::span<const std::uint32_t> lower_labels(const QueryView& query,
                                                   std::span<const std::uint32_t> order,
                                                   Arena& memory) {
  const std::span<std::uint32_t> begin = memory.take<std::uint32_t>(order.size());
  for (std::size_t i = order.size(); i-- > 0;) {
    const bool last = i + 1 == order.size() || query.labels[order[i + 1]] < query.labels[order[i]];
    begin[i] = last ? static_cast<std::uint32_t>(i + 1) : begin[i + 1];
  }
  return begin;
}

/// Adds up body(row, gradient, hessian) over every document as the better one of its pairs. `order`
/// has the documents by falling label, so that the worse ones stand side by side.
template <typename Body>
double sum_over_preference_pairs(const QueryView& query, std::span<const std::uint32_t> order,
                                 Workspace& workspace, const Derivatives& out, const Body& body) {
  const std::size_t n = order.size();
  const std::span<const std::uint32_t> lower = lower_labels(query, order, workspace.memory);
  const std::span<double> gradient = workspace.memory.take<double>(n);
  const std::span<double> hessian = workspace.memory.take<double>(n);
  const double loss = sum_over_rows<2>(
      n, n, [&](std::size_t i) { return n - lower[i]; },
      [&](std::size_t i, double* const(&sums)[2]) {
        return lower[i] == n ? 0.0 : body(PairRow{i, lower[i], n}, sums[0], sums[1]);
      },
      workspace, {gradient.data(), hessian.data()});
  scatter(order, gradient, out.gradient);
  scatter(order, hessian, out.hessian);
  return loss;
}

}  // namespace gbrank
