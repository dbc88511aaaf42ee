#include "train/bag.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gbrank/error.h"

#include "train/fit_options.h"
#include "train/query_weights.h"
#include "train/sampling.h"
#include "train/scored_data.h"
#include "train/streams.h"

namespace gbrank {
namespace {

std::vector<std::uint32_t> rows_of_queries(const Dataset& data,
                                           std::span<const std::uint32_t> queries) {
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t query : queries) {
    for (std::size_t row = data.query_offsets()[query]; row < data.query_offsets()[query + 1];
         ++row) {
      rows.push_back(static_cast<std::uint32_t>(row));
    }
  }
  return rows;
}

/// A model file can hold nothing else.
void check_finite(const Tree& tree) {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (std::ranges::all_of(tree.gain, finite) && std::ranges::all_of(tree.value, finite)) return;
  throw Error(
      "a tree has a gain or a leaf that is not finite: labels or weights of too different sizes, "
      "or a learning rate that is too high");
}

}  // namespace

std::uint64_t seed_of_bag(const FitOptions& options, int bag) {
  return options.bags == 1 ? options.seed : random_key(options.seed, Stream::kBags, bag);
}

std::vector<double> weights_of_bag(const Dataset& train, const FitOptions& options, int bag) {
  if (options.bags == 1) return options.query_weights;
  const QueryLists lists{train.labels(), train.query_offsets(), options.query_weights, 0, 1};
  const std::vector<std::uint32_t> counting =
      naming(train, [&] { return queries_that_count(lists); });
  std::vector<double> weights(train.queries());
  for (const std::uint32_t i :
       sample_without_replacement(counting.size(), options.bag_fraction,
                                  random_key(seed_of_bag(options, bag), Stream::kBags))) {
    weights[counting[i]] = lists.weight_of(counting[i]);
  }
  return weights;
}

Bag::Bag(const Dataset& train, const FitOptions& options, std::vector<double> query_weights,
         std::uint64_t seed, int threads)
    : options_(options),
      threads_(threads),
      train_(train),
      query_weights_(std::move(query_weights)),
      seed_(seed),
      objective_options_(
          complete_options(find_objective(options.objective), options.objective_options)),
      objective_(find_objective(options.objective).make(OptionReader(objective_options_))),
      lists_{train.labels(), train.query_offsets(), query_weights_, objective_seed(seed), threads},
      weighty_queries_(naming(train, [&] { return queries_that_count(lists_); })),
      start_(naming(train, [&] { return objective_->prepare(lists_); })),
      scores_(train.rows(), start_),
      loop_(lists_, *objective_, find_objective(options.objective).info.traces.size()),
      builder_(train, options.tree, threads) {}

std::vector<std::uint32_t> Bag::sample_queries(int round) const {
  std::vector<std::uint32_t> queries = sample_without_replacement(
      weighty_queries_.size(), options_.query_fraction, random_key(seed_, Stream::kQueries, round));
  for (std::uint32_t& query : queries) query = weighty_queries_[query];
  return queries;
}

Bag::Round Bag::train_round(int round) {
  std::vector<std::uint32_t> queries = sample_queries(round);
  if (queries != sampled_queries_) {
    sampled_rows_ = rows_of_queries(train_, queries);
    sampled_queries_ = std::move(queries);
  }
  const std::vector<std::uint32_t> columns = sample_without_replacement(
      train_.columns(), options_.feature_fraction, random_key(seed_, Stream::kFeatures, round));

  Round result{};
  const bool wants_loss =
      options_.loss_every > 0 && (round % options_.loss_every == 0 || round == options_.trees);
  result.loss =
      loop_.run(sampled_queries_, scores_, {round, options_.trees, lists_.seed, wants_loss});
  if (!wants_loss) result.loss = std::numeric_limits<double>::quiet_NaN();
  result.traces = loop_.mean_traces();
  // A mean is a Newton step on a curvature of one.
  if (leaf_rule(options_) == LeafRule::kMean) loop_.flatten_hessian(sampled_queries_);
  naming(train_,
         [&] { gradients_.quantise(loop_.gradient(), loop_.hessian(), sampled_rows_, threads_); });
  result.nothing_to_learn =
      gradients_.all_zero() && sampled_queries_.size() == weighty_queries_.size();
  if (result.nothing_to_learn) return result;
  result.grown = builder_.grow(
      gradients_,
      {loop_.gradient(), loop_.hessian(), gradients_.gradient_sum(), gradients_.hessian_sum()},
      sampled_rows_, columns, options_.learning_rate);
  check_finite(result.grown.tree);
  add_to_scores(result.grown);
  return result;
}

/// The builder knows the leaves of the rows that the tree was grown on; others are looked up,
/// unless nobody will ask for their scores.
void Bag::add_to_scores(const GrownTree& grown) {
  builder_.add_leaf_values(grown.tree, scores_);
  std::vector<std::uint32_t> all(train_.queries());
  std::iota(all.begin(), all.end(), 0U);
  // Of several bags, only what each learns from counts; metrics are of their mean.
  const std::vector<std::uint32_t>& asked_for = options_.bags == 1 ? all : weighty_queries_;
  if (sampled_queries_.size() == asked_for.size()) return;
  std::vector<std::uint32_t> others;
  std::ranges::set_difference(asked_for, sampled_queries_, std::back_inserter(others));
  add_tree(train_, grown, others, threads_, scores_);
}

}  // namespace gbrank
