#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "gbrank/error.h"
#include "gbrank/metrics.h"

#include "base/parallel.h"
#include "metric/list_metrics.h"
#include "metric/pairs.h"
#include "metric/ranking.h"

namespace gbrank {
namespace {

using Kind = Metric::Kind;

constexpr double kDoesNotCount = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kQueriesPerBlock = 16;

void check_scores(std::span<const double> scores, std::size_t first_row) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i])) {
      throw Error(fmt::format("row {}: the score is not a number (NaN) and cannot be ranked",
                              first_row + i + 1));
    }
  }
}

double squared_error(std::span<const double> scores, std::span<const float> labels) {
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double error = scores[i] - static_cast<double>(labels[i]);
    sum += error * error;
  }
  return sum;
}

double mean_of_counted(std::span<const double> per_query) {
  double sum = 0;
  std::size_t counted = 0;
  for (const double value : per_query) {
    if (std::isnan(value)) continue;
    sum += value;
    ++counted;
  }
  return counted == 0 ? kDoesNotCount : sum / static_cast<double>(counted);
}

}  // namespace

/// Memory of one thread, used again from query to query.
struct Evaluator::Scratch {
  Ranking ranking;
  std::vector<double> values;  // by place
  std::vector<double> passed;
  PairScratch pairs;
};

double Evaluator::query_value(std::size_t query, std::span<const double> all_scores,
                              Scratch& scratch) const {
  const std::size_t begin = lists_.offsets[query];
  const std::size_t n = lists_.offsets[query + 1] - begin;
  const ScoredList list{
      all_scores.subspan(begin, n), lists_.labels.subspan(begin, n),
      lists_.document_ids.empty() ? lists_.document_ids : lists_.document_ids.subspan(begin, n)};
  check_scores(list.scores, begin);

  if (metric_.kind == Kind::kRmse) return squared_error(list.scores, list.labels);
  if (metric_.kind == Kind::kPairAccuracy) {
    if (ideal_[query] == 0) return kDoesNotCount;
    return right_pairs(list, convention_.ties, scratch.pairs) / ideal_[query];
  }
  if (!has_relevant(query)) return without_relevant();
  if (is_too_short(n)) return 0;

  const std::size_t cutoff = places(n);
  rank_list(list, convention_.ties, cutoff, scratch.ranking);
  const std::span<const std::uint32_t> tie_ends = scratch.ranking.tie_ends;
  std::vector<double>& values = scratch.values;
  values.clear();
  for (const std::uint32_t document : scratch.ranking.order) {
    values.push_back(value_of(list.labels[document]));
  }
  switch (metric_.kind) {
    case Kind::kMap:
      return sum_of_precisions(values, tie_ends, cutoff) / ideal_[query];
    case Kind::kMrr:
      return reciprocal_rank(values, tie_ends, cutoff);
    case Kind::kErr:
      return expected_reciprocal_rank(values, tie_ends, cutoff, scratch.passed);
    default:
      break;
  }
  // The others are linear in what stands at each place.
  average_ties(values, tie_ends);
  const std::span<const double> top = std::span(values).first(cutoff);
  switch (metric_.kind) {
    case Kind::kNdcg:
      return discounted_sum(top, discounts_) / ideal_[query];
    case Kind::kDcg:
      return discounted_sum(top, discounts_);
    case Kind::kMeanNdcg:
      return mean_ndcg(top, discounts_, std::span(ideal_).subspan(begin, n));
    default:
      break;
  }
  const double found = std::accumulate(top.begin(), top.end(), 0.0);
  if (metric_.kind == Kind::kRecall) return found / ideal_[query];
  assert(metric_.kind == Kind::kPrecision);
  return found / static_cast<double>(metric_.cutoff == 0 ? n : metric_.cutoff);
}

double Evaluator::evaluate_query(std::size_t query, std::span<const double> scores) const {
  assert(scores.size() == lists_.labels.size() && query < lists_.queries());
  Scratch scratch;
  const double value = query_value(query, scores, scratch);
  if (metric_.kind != Kind::kRmse) return value;
  return std::sqrt(value / static_cast<double>(lists_.offsets[query + 1] - lists_.offsets[query]));
}

MetricValue Evaluator::evaluate(std::span<const double> scores, int threads) const {
  assert(scores.size() == lists_.labels.size());
  const std::size_t queries = lists_.queries();
  MetricValue result;
  result.per_query.resize(queries);
  threads = resolve_threads(threads);
  std::vector<Scratch> scratch(static_cast<std::size_t>(threads));
  parallel_blocks(
      threads, queries, kQueriesPerBlock, [&](std::size_t begin, std::size_t end, int worker) {
        for (std::size_t q = begin; q < end; ++q) {
          result.per_query[q] = query_value(q, scores, scratch[static_cast<std::size_t>(worker)]);
        }
      });
  if (metric_.kind != Kind::kRmse) {
    result.mean = mean_of_counted(result.per_query);
    return result;
  }
  // 0 / 0, NaN, is the answer for no rows.
  double sum = 0;
  for (std::size_t q = 0; q < queries; ++q) {
    double& value = result.per_query[q];
    sum += value;
    value = std::sqrt(value / static_cast<double>(lists_.offsets[q + 1] - lists_.offsets[q]));
  }
  result.mean = std::sqrt(sum / static_cast<double>(scores.size()));
  return result;
}

}  // namespace gbrank
