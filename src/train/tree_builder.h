#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/fit.h"

#include "train/grown_tree.h"
#include "train/leaf_values.h"
#include "train/partition.h"
#include "train/split_search.h"

namespace gbrank {

/// Grows trees over one data set, leaf by leaf: the leaf whose best split gains most is split next.
/// Of two children the smaller one's rows are added up and the other's histogram is the difference
/// to the parent's.
class TreeBuilder {
 public:
  TreeBuilder(const Dataset& data, const TreeOptions& options, int threads,
              const TreeKernels& kernels = fastest_tree_kernels());

  /// Grows a tree on these rows (ascending), which `quantised` was made from, with these columns
  /// (ascending). Splits are found with the quantised gradients, leaves answer by the exact ones.
  GrownTree grow(const QuantisedGradients& quantised, const RoundGradients& exact,
                 std::span<const std::uint32_t> rows, std::span<const std::uint32_t> columns,
                 double learning_rate);

  /// After grow(): adds to the scores of the rows that it was grown on what their leaves answer.
  void add_leaf_values(const Tree& tree, std::span<double> scores) const;

 private:
  struct Leaf : SearchLeaf {
    std::size_t begin = 0;  // of its rows in rows_
    int depth = 0;
    std::size_t parent = 0;  // the node that it hangs on
    bool is_left = false;
  };

  Leaf make_leaf(std::size_t begin, std::size_t end, int depth, const LeafSums& sums) const;
  std::size_t best_leaf() const;
  void add_node(const Leaf& leaf, std::size_t left, std::size_t right, GrownTree& grown) const;
  void split_leaf(std::size_t index, GrownTree& grown);
  std::vector<std::span<const std::uint32_t>> leaf_rows() const;

  const Dataset& data_;
  const TreeOptions& options_;
  int threads_;
  SplitSearch search_;

  // The tree being grown. The rows of a leaf stand together, and so do those of its children.
  std::vector<std::uint32_t> rows_;
  std::vector<GradientWord> words_;  // of the rows that are to be added up, at their places
  std::vector<std::uint32_t> scratch_;
  const QuantisedGradients* gradients_ = nullptr;
  std::vector<Leaf> leaves_;
};

}  // namespace gbrank
