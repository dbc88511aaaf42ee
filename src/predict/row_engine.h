#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "gbrank/ensemble.h"

namespace gbrank {

/// Scores one row, several trees side by side: while the processor waits for the next node of one
/// tree it takes steps in the others. A step has no branch, and a leaf leads to itself.
class RowEngine {
 public:
  /// Whether it can score the ensemble: no tree of more than 32,768 leaves, and no more than 65,536
  /// pairs of a feature that is split on and a side for its missing values.
  static bool can_score(const Ensemble& ensemble);

  explicit RowEngine(const Ensemble& ensemble);

  double score(std::span<const float> features) const;

 private:
  /// Values and thresholds are integers in the same order as the numbers: they are compared sooner.
  struct Node {
    std::int32_t threshold;
    std::uint16_t slot;  // whose value is compared; the number of a leaf
    std::uint16_t step;  // to the left child, behind which is the right one; 0 at a leaf
  };
  /// A value that splits compare: of a feature, with missing ones as far on a side as can be.
  struct Slot {
    std::uint32_t feature;
    float missing;
  };
  /// As many trees as there are registers for: with 8 or 16 of them it is a sixth or a fiftieth
  /// slower.
  static constexpr std::size_t kTrees = 12;
  struct Group {
    std::array<std::uint32_t, kTrees> root = {};
    std::array<std::uint32_t, kTrees> values = {};  // where those of its leaves begin
    std::uint32_t steps = 0;                        // that are taken in all trees
  };

  void add(const Tree& tree, const std::map<std::uint64_t, std::size_t>& slots,
           std::vector<std::uint64_t>& documents_by_depth);
  double score_from(const std::int32_t* slots) const;

  double base_score_;
  std::vector<Slot> slots_;
  std::vector<Node> nodes_;
  std::vector<double> values_;
  std::vector<Group> groups_;
  std::size_t readable_slots_ = 0;  // also by the numbers of leaves
};

}  // namespace gbrank
