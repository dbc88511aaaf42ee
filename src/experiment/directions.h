#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gbrank/ensemble.h"

namespace gbrank {

/// What of a model is varied. A step t changes
enum class DirectionKind {
  kTree,    // the weight of one tree, to 1 + t: at -1 the tree is gone, at 1 it counts twice
  kLeaf,    // the value of one leaf, by t times the scale of its tree
  kRandom,  // all leaf values at once, each by t times the scale of its tree times a number drawn
            // from the standard normal distribution
};
// The scale of a tree is the standard deviation of its leaf values. A tree that answers the same
// everywhere changes no ranking, so it is how far answers are apart that a step is measured by; and
// a tree that says little is varied little, as Li et al. (2018, "Visualizing the loss landscape of
// neural nets") vary each filter of a network in proportion to its norm.

struct Direction {
  DirectionKind kind;
  std::size_t tree = 0;    // of kTree and kLeaf, from 0
  std::size_t leaf = 0;    // of kLeaf, from 0
  std::size_t number = 0;  // of kRandom, from 1

  /// "tree 12", "leaf 12:3", "random 7".
  std::string name() const;
  bool operator==(const Direction&) const = default;
};

/// "tree", "leaf", "random".
std::string_view name_of(DirectionKind kind);
std::span<const std::string> direction_kinds();

/// Directions of a kind, or of one tree, or one leaf.
struct DirectionRequest {
  DirectionKind kind;
  std::optional<std::size_t> tree = {};
  std::optional<std::size_t> leaf = {};
};

/// tree, tree:12, leaf, leaf:12 (all leaves of the tree), leaf:12:3, random. Throws OptionError.
DirectionRequest parse_direction(const std::string& text);

/// What is asked for, each direction once. Of a whole kind there are `count`, drawn by the seed
/// from trees that have a split (the others change no ranking), or all where there are no more.
/// Throws OptionError for a tree or leaf that the model does not have, Error for a model without
/// splits.
std::vector<Direction> choose_directions(const Ensemble& ensemble,
                                         std::span<const DirectionRequest> requests,
                                         std::size_t count, std::uint64_t seed);

/// How the scores of all rows go along a direction: at t, origin + (t + shift) * slope.
struct ScoreLine {
  std::vector<double> origin;
  std::vector<double> slope;
  double shift = 0;

  double at(std::size_t row, double t) const { return origin[row] + (t + shift) * slope[row]; }
};

/// A model on the rows of some data: which leaf each row falls into, of each tree, row after row.
/// The spans must outlive it.
class ScoreLines {
 public:
  ScoreLines(const Ensemble& ensemble, std::span<const std::uint32_t> leaves);

  /// The scores of the model as it is, those of Predictor to the last bit.
  const std::vector<double>& scores() const { return scores_; }
  /// Replaces `line`. What is random follows from the seed and the direction's number.
  void follow(const Direction& direction, std::uint64_t seed, ScoreLine& line) const;

 private:
  std::uint32_t leaf(std::size_t row, std::size_t tree) const {
    return leaves_[row * ensemble_.trees.size() + tree];
  }
  void follow_tree(std::size_t tree, ScoreLine& line) const;
  void follow_random(std::size_t number, std::uint64_t seed, ScoreLine& line) const;

  const Ensemble& ensemble_;
  std::span<const std::uint32_t> leaves_;
  std::vector<double> scales_;  // one a tree
  std::vector<double> scores_;
};

}  // namespace gbrank
