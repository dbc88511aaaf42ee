#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/fit.h"

#include "objective/list.h"
#include "train/gradients.h"
#include "train/grown_tree.h"
#include "train/quantised_gradients.h"
#include "train/tree_builder.h"

namespace gbrank {

/// What queries count for in one of several bags: those that its sample leaves out, nothing.
std::vector<double> weights_of_bag(const Dataset& train, const FitOptions& options, int bag);

/// Of one of several bags; a fit of one has the fit's own.
std::uint64_t seed_of_bag(const FitOptions& options, int bag);

/// One boosted model: the state that goes from round to round. A fit has one, or averages several.
class Bag {
 public:
  /// The data and the options must stay.
  Bag(const Dataset& train, const FitOptions& options, std::vector<double> query_weights,
      std::uint64_t seed, int threads);
  Bag(const Bag&) = delete;
  Bag& operator=(const Bag&) = delete;

  /// What scores begin with, and the scores of the training data so far.
  double start() const { return start_; }
  std::span<const double> scores() const { return scores_; }
  const OptionTexts& objective_options() const { return objective_options_; }

  struct Round {
    double loss;  // nan: not computed
    std::vector<double> traces;
    bool nothing_to_learn;  // every gradient of every query was zero, and there is no tree
    GrownTree grown;
  };
  Round train_round(int round);

 private:
  std::vector<std::uint32_t> sample_queries(int round) const;
  void add_to_scores(const GrownTree& grown);

  const FitOptions& options_;
  int threads_;
  const Dataset& train_;
  std::vector<double> query_weights_;
  std::uint64_t seed_;
  OptionTexts objective_options_;
  std::unique_ptr<Objective> objective_;
  QueryLists lists_;
  std::vector<std::uint32_t> weighty_queries_;
  double start_;
  std::vector<double> scores_;
  GradientLoop loop_;
  QuantisedGradients gradients_;
  TreeBuilder builder_;
  std::vector<std::uint32_t> sampled_queries_;  // of the last round
  std::vector<std::uint32_t> sampled_rows_;     // of these
};

}  // namespace gbrank
