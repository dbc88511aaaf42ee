#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/ensemble.h"
#include "gbrank/fit.h"

#include "train/histogram.h"
#include "train/split.h"

namespace gbrank {

/// A tree together with its splits in terms of bins, for data that has the same bins.
struct GrownTree {
  Tree tree;
  std::vector<std::uint32_t> column;  // one an inner node
  std::vector<std::uint8_t> bin;
};

/// The leaf that a row of binned data falls in.
std::size_t leaf_of_row(const Dataset& data, std::size_t row, const GrownTree& grown);

/// Grows trees over one data set, leaf by leaf: the leaf whose best split gains most is split next.
/// Of two children the smaller one's histogram is built and the other's is the difference to the
/// parent's.
class TreeBuilder {
 public:
  TreeBuilder(const Dataset& data, const TreeOptions& options, int threads);

  /// Grows a tree on these rows (ascending) with these columns (ascending).
  GrownTree grow(const QuantisedGradients& gradients, std::span<const std::uint32_t> rows,
                 std::span<const std::uint32_t> columns, double learning_rate);

  /// After grow(): adds to the scores of the rows that it was grown on what their leaves answer.
  void add_leaf_values(const Tree& tree, std::span<double> scores) const;

 private:
  struct Leaf {
    std::size_t begin = 0;  // of its rows in rows_
    std::size_t end = 0;
    int depth = 0;
    LeafSums sums;
    Split split;
    std::unique_ptr<Histogram> histogram;
    std::size_t parent = 0;  // the node that it hangs on
    bool is_left = false;

    std::size_t size() const { return end - begin; }
  };

  bool may_split(const Leaf& leaf) const;
  std::size_t best_leaf() const;
  void split_leaf(std::size_t index, GrownTree& grown);
  void build(Leaf& leaf);
  void find_split(Leaf& leaf);
  std::unique_ptr<Histogram> take_histogram();
  void give_back(std::unique_ptr<Histogram> histogram);
  std::span<std::uint32_t> rows_of(const Leaf& leaf) {
    return std::span(rows_).subspan(leaf.begin, leaf.size());
  }

  const Dataset& data_;
  const TreeOptions& options_;
  int threads_;
  HistogramLayout layout_;
  std::vector<std::unique_ptr<Histogram>> spare_histograms_;

  // The tree being grown.
  const QuantisedGradients* gradients_ = nullptr;
  std::span<const std::uint32_t> columns_;
  std::vector<std::uint8_t> wanted_tiles_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> scratch_;
  std::vector<Leaf> leaves_;
};

}  // namespace gbrank
