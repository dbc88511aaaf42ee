#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gbrank {

/// Documents are explained side by side, so many at a time.
inline constexpr std::size_t kGroupDocuments = 8;

/// Which values a condition lets through; what has a "not" lets missing values through, too.
enum class Condition : std::uint8_t { kBelow, kNotBelow, kAbove, kNotAbove };

/// An edge from a node to its child, seen as a condition on the node's feature. The conditions on
/// one feature along a path are one condition: a document meets it or not, and a share of the
/// training documents does, which is the product of the shares that the nodes sent this way.
struct PathEdge {
  double bound;
  double share;           // that meets the conditions on this feature so far, this one included
  double earlier_share;   // without this one; 1 where it is the first
  double narrowing;       // share / earlier_share, 0 where both are
  double value;           // of the leaf below, if there is one
  std::uint32_t feature;  // its slot
  std::uint32_t depth;    // 1 below the root
  std::uint32_t earlier;  // depth of the last edge above on the same feature, 0: there is none
  Condition condition;
  bool is_leaf;
};

/// What an edge means at a place t of the integral (path_tree.h), by whether a document meets all
/// conditions on the feature so far, or all but this one.
struct EdgeFactors {
  double met;  // what the product over the features of the path is multiplied by
  double failed;
  double gain_met;  // the edge's part in the contribution of its feature, a product
  double gain_failed;
};

/// A tree at some of the places of its integral.
struct PathWork {
  const PathEdge* edges;
  std::size_t edge_count;
  const EdgeFactors* factors;  // edge after edge, one a place
  const double* weights;       // one a place
  std::size_t places;
};

/// What is known at a depth of the path at hand: level_doubles(places) doubles a level, the root's
/// first, and the number of the edge that leads there.
struct PathScratch {
  double* levels;
  std::uint32_t* edges;
};
constexpr std::size_t level_doubles(std::size_t places) {
  return (2 * places + 1) * kGroupDocuments;
}

/// The loop that explaining spends its time in, for one instruction set. All tables give the same
/// bits.
struct PathKernels {
  const char* name;

  /// Adds a tree's part to the contributions of a group. Values and contributions are slot after
  /// slot, one a document of the group each.
  void (*explain)(const PathWork& work, const double* values, double* contributions,
                  const PathScratch& scratch);
};

/// Those that this machine can run: the portable one, then from slow to fast.
std::span<const PathKernels* const> all_path_kernels();
const PathKernels& fastest_path_kernels();

}  // namespace gbrank
