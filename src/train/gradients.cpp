#include "train/gradients.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel.h"
#include "objective/pair_rows.h"

namespace gbrank {

GradientLoop::GradientLoop(const QueryLists& queries, const Objective& objective,
                           std::size_t traces, const Kernels& kernels)
    : lists_(queries),
      objective_(objective),
      traces_per_query_(traces),
      gradient_(queries.labels.size()),
      hessian_(queries.labels.size()),
      workspaces_(static_cast<std::size_t>(queries.threads)) {
  for (Workspace& workspace : workspaces_) workspace.kernels = &kernels;
}

/// A long query that costs a good part of what a thread has to do is shared by all, if the
/// objective can. The others go to one thread each: a thread begins with neighbours of about its
/// share of the cost, the most costly first, so that no thread is left with a long one at the end.
/// None of this changes a bit of the result.
void GradientLoop::schedule(std::span<const std::uint32_t> queries) {
  if (!order_.empty() && std::ranges::equal(queries, scheduled_)) return;
  scheduled_.assign(queries.begin(), queries.end());
  std::vector<double> cost(queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    cost[i] = objective_.cost(lists_.labels_of(queries[i]).size());
  }
  const double share =
      std::accumulate(cost.begin(), cost.end(), 0.0) / static_cast<double>(lists_.threads);
  const bool can_share = lists_.threads > 1 && objective_.shares_long_queries();
  const auto for_all = [&](std::uint32_t i) {
    return can_share && cost[i] > share / 4 &&
           lists_.labels_of(queries[i]).size() > kOnePieceDocuments;
  };
  order_.resize(queries.size());
  std::iota(order_.begin(), order_.end(), 0U);
  // Not the one of std::ranges, whose result clang 14 cannot make with this library.
  const auto others = std::stable_partition(order_.begin(), order_.end(), for_all);
  for_all_ = static_cast<std::size_t>(others - order_.begin());

  double left = 0;
  for (auto i = others; i != order_.end(); ++i) left += cost[*i];
  ends_.clear();
  auto begin = others;
  for (int threads = lists_.threads; threads > 0; --threads) {
    auto end = begin;
    double sum = 0;
    while (end != order_.end() && (threads == 1 || sum < left / threads)) sum += cost[*end++];
    std::ranges::stable_sort(begin, end, std::greater<>{}, [&](auto i) { return cost[i]; });
    ends_.push_back(static_cast<std::size_t>(end - others));
    begin = end;
    left -= sum;
  }
}

void GradientLoop::differentiate(std::size_t place, std::size_t query,
                                 std::span<const double> scores, const Round& round,
                                 Workspace& workspace) {
  const std::size_t begin = lists_.offsets[query];
  const std::size_t size = lists_.offsets[query + 1] - begin;
  const Derivatives out{std::span(gradient_).subspan(begin, size),
                        std::span(hessian_).subspan(begin, size),
                        std::span(traces_).subspan(place * traces_per_query_, traces_per_query_)};
  workspace.memory.clear();
  losses_[place] = objective_.differentiate(
      {lists_.labels_of(query), scores.subspan(begin, size), query}, round, workspace, out);
  const double weight = lists_.weight_of(query);
  if (weight == 1) return;
  losses_[place] *= weight;
  for (double& g : out.gradient) g *= weight;
  for (double& h : out.hessian) h *= weight;
}

double GradientLoop::run(std::span<const std::uint32_t> queries, std::span<const double> scores,
                         const Round& round) {
  schedule(queries);
  losses_.resize(queries.size());
  traces_.assign(queries.size() * traces_per_query_, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < for_all_; ++i) {
    workspaces_[0].threads = lists_.threads;
    differentiate(order_[i], queries[order_[i]], scores, round, workspaces_[0]);
  }
  workspaces_[0].threads = 1;
  parallel_shares(lists_.threads, ends_, [&](std::size_t i, int worker) {
    const std::uint32_t place = order_[for_all_ + i];
    differentiate(place, queries[place], scores, round,
                  workspaces_[static_cast<std::size_t>(worker)]);
  });
  return std::accumulate(losses_.begin(), losses_.end(), 0.0);
}

void GradientLoop::flatten_hessian(std::span<const std::uint32_t> queries) {
  for (const std::uint32_t query : queries) {
    const std::size_t begin = lists_.offsets[query];
    std::ranges::fill(std::span(hessian_).subspan(begin, lists_.offsets[query + 1] - begin),
                      lists_.weight_of(query));
  }
}

std::vector<double> GradientLoop::mean_traces() const {
  std::vector<double> means(traces_per_query_);
  for (std::size_t t = 0; t < traces_per_query_; ++t) {
    double sum = 0;
    double count = 0;
    for (std::size_t i = t; i < traces_.size(); i += traces_per_query_) {
      if (std::isnan(traces_[i])) continue;
      sum += traces_[i];
      ++count;
    }
    means[t] = count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
  }
  return means;
}

}  // namespace gbrank
