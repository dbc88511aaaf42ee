#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/ensemble.h"
#include "gbrank/metrics.h"
#include "gbrank/objectives.h"

namespace gbrank {

/// The shape of one tree.
struct TreeOptions {
  /// The most leaves; time grows with them, and on few queries so does overfitting.
  int leaves = 15;
  /// The most splits from the root to a leaf; 0: no limit.
  int max_depth = 0;
  /// The fewest training documents in a leaf.
  int min_docs_per_leaf = 100;
  /// The least sum of hessians in a leaf, in mean hessians of a document: keeps Newton steps from
  /// dividing by next to nothing, whatever the scale of the objective or of query weights.
  double min_hessian = 1e-3;
  /// Added to the divisor of every leaf value: larger, smaller steps.
  double l2 = 0;
  /// What a leaf answers; not given, what suits the objective best (ObjectiveInfo::leaf).
  std::optional<LeafRule> leaf;
};

struct FitOptions {
  std::string objective = "lambdarank";
  /// Options of the objective by name; what is not given has its default.
  OptionTexts objective_options;

  /// How many trees are planned, of each bag; schedules look at it too.
  int trees = 250;
  /// Each tree's answer is multiplied by it.
  double learning_rate = 0.05;
  TreeOptions tree;
  /// The share of features that a tree may use, drawn anew for each tree.
  double feature_fraction = 0.5;
  /// The share of queries that a tree learns from, whole queries, drawn anew for each tree.
  double query_fraction = 1;

  /// So many models, each boosted on a sample of the queries of its own, become one ensemble that
  /// answers their mean: steadier than one model, above all on few queries. Time, trees and the
  /// size of the model grow with it, and training keeps some 70 bytes a row for each.
  int bags = 1;
  /// The share of queries in the sample of a bag, whole queries; a bag alone learns from all.
  double bag_fraction = 0.8;

  /// Measured on every validation set each round; the first one on the first set chooses the round.
  std::vector<Metric> metrics = {Metric{}};
  Convention convention;
  /// Stop when the first metric on the first validation set has not improved for this many rounds,
  /// and keep the trees up to its best round. 0: plant every tree and keep all.
  int early_stopping = 0;
  /// Measure the metrics on the training data too (a sort of every query each round).
  bool train_metrics = false;

  /// What each query of the training data counts for, in loss, gradient and hessian alike; 0: it is
  /// left out. None: every query counts once. Metrics are not weighted.
  std::vector<double> query_weights;
  /// The training loss is computed in the rounds that this divides and in the last planned one; 0:
  /// never. It takes pair objectives one to three times as long as the gradient.
  int loss_every = 1;

  /// Names for the model, or none; see default_feature_names.
  std::vector<std::string> feature_names;
  /// What is random (samples, tie-breaking) follows from it.
  std::uint64_t seed = 1;
  /// 0: every core. The model does not depend on it.
  int threads = 0;
};

/// What happened in a round.
struct RoundReport {
  int round;  // from 1
  int planned;
  double loss;  // of the sampled training queries, before this round's tree, and the mean of bags;
                // nan: not computed
  std::vector<double> traces;  // one for each of the objective's traces; nan: no query has it
  std::vector<double> train_metrics;               // one a metric, where asked for
  std::vector<std::vector<double>> valid_metrics;  // [validation set][metric]
  int best_round;                                  // so far; 0 without validation data
  std::size_t trees;  // of the ensemble so far: one for each bag that still learned
  /// Every gradient was zero, so that there was nothing to learn: no tree was added and training
  /// ends here.
  bool nothing_to_learn;
};

using RoundCallback = std::function<void(const RoundReport&)>;

/// Throws OptionError for the first option out of its range, Error for an unknown one.
void check_options(const FitOptions& options);

/// Trains an ensemble. The validation sets must have the bins of the training data. The same data,
/// options and seed give the same ensemble whatever the number of threads. Throws Error as
/// check_options does.
Ensemble fit(const Dataset& train, std::span<const Dataset> valid, const FitOptions& options,
             const RoundCallback& on_round = {});

}  // namespace gbrank
