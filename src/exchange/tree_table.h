#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gbrank {

/// Trees as search engines hold them: float32 thresholds, leaf values and weights. Built in the
/// order in which files nest them: a split, all of its left side, then its right side.
class TreeTable {
 public:
  struct Split {
    std::uint32_t feature;
    float threshold;
    bool missing_left;
    std::int32_t left = 0;  // a split, or ~leaf
    std::int32_t right = 0;
  };

  /// Begins the next tree; the one before must be complete.
  void begin_tree(float weight);
  /// Each takes the next open place of the tree, of which there must be one.
  void add_split(const Split& split);
  void add_leaf(float value);
  /// Whether the tree has all of its leaves.
  bool complete() const { return open_.empty(); }

  std::size_t trees() const { return roots_.size(); }
  float weight(std::size_t tree) const { return weights_[tree]; }

  /// The value of the leaf that goes_left(split) leads to.
  template <typename GoesLeft>
  float leaf(std::size_t tree, GoesLeft&& goes_left) const {
    std::int32_t at = roots_[tree];
    while (at >= 0) {
      const Split& split = splits_[static_cast<std::size_t>(at)];
      at = goes_left(split) ? split.left : split.right;
    }
    return leaves_[static_cast<std::size_t>(~at)];
  }

 private:
  enum class Side : std::uint8_t { kRoot, kLeft, kRight };
  struct Place {
    std::size_t index;  // of the tree, or of the split
    Side side;
  };
  void fill_place(std::int32_t child);

  std::vector<Split> splits_;  // of all trees
  std::vector<float> leaves_;
  std::vector<std::int32_t> roots_;
  std::vector<float> weights_;
  std::vector<Place> open_;  // the next one last
};

}  // namespace gbrank
