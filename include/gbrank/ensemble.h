#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gbrank/objectives.h"

namespace gbrank {

/// A regression tree as plain arrays. Inner nodes come parents first, the root at 0; a child is the
/// index of an inner node, or ~leaf. A tree of one leaf has no inner node.
struct Tree {
  // One entry an inner node.
  std::vector<std::uint32_t> feature;      // from 0: LETOR's index 1 is feature 0
  std::vector<float> threshold;            // a value <= threshold goes left
  std::vector<std::uint8_t> missing_left;  // 1: a missing value goes left
  std::vector<std::int32_t> left;
  std::vector<std::int32_t> right;
  std::vector<double> gain;  // how much the split lowered the loss (its quadratic model)
  // One entry a leaf.
  std::vector<double> value;             // the learning rate is in it
  std::vector<std::uint32_t> documents;  // training documents that ended here

  std::size_t nodes() const { return feature.size(); }
  std::size_t leaves() const { return value.size(); }

  bool operator==(const Tree&) const = default;
};

/// Training documents that passed through each inner node.
std::vector<std::uint64_t> node_documents(const Tree& tree);

/// How a model came to be; nothing in here changes a score.
struct TrainingRecord {
  std::string objective;
  OptionTexts objective_options;  // every option of the objective
  OptionTexts settings;           // every other option that shapes the trees
  std::uint64_t seed = 0;
  std::size_t rows = 0;
  std::size_t queries = 0;
  std::size_t best_round =
      0;  // by the first metric on the first validation file; 0: none was given

  bool operator==(const TrainingRecord&) const = default;
};

/// A trained ranker: score = base_score + the sum over trees of the leaf that the document falls
/// in, in double precision and in the order of the trees.
struct Ensemble {
  double base_score = 0;
  /// What a feature is that a row of LETOR text does not have: missing, or 0. Our own training
  /// takes it for 0; some imported models learned from rows where it was missing.
  bool absent_is_missing = false;
  std::vector<std::string> feature_names;  // one a feature
  std::vector<Tree> trees;
  TrainingRecord training;

  std::size_t features() const { return feature_names.size(); }

  bool operator==(const Ensemble&) const = default;
};

/// The names of features that were given none: f1, f2, ... by LETOR's index.
std::vector<std::string> default_feature_names(std::size_t features);

/// Throws Error, naming the tree, unless each tree is one: children in range and after their
/// parent, each node and leaf reached exactly once, features known, numbers finite.
void check(const Ensemble& ensemble);

struct FeatureImportance {
  std::size_t feature;  // from 0
  double gain = 0;      // sum of the gains of its splits
  std::size_t splits = 0;
  std::uint64_t cover = 0;  // training documents that its splits parted, summed
};

/// Every feature, by falling gain (then by index).
std::vector<FeatureImportance> feature_importance(const Ensemble& ensemble);

}  // namespace gbrank
