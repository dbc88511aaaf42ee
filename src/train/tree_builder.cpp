#include "train/tree_builder.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace gbrank {
namespace {

/// The float32 threshold that parts values as the bins do.
float threshold_of(const FeatureBins& bins, std::uint8_t bin) {
  // Every value goes left and only missing ones go right.
  if (bin >= bins.upper_bounds.size()) return std::numeric_limits<float>::max();
  return bins.upper_bounds[bin];
}

}  // namespace

TreeBuilder::TreeBuilder(const Dataset& data, const TreeOptions& options, int threads,
                         const TreeKernels& kernels)
    : data_(data), options_(options), threads_(threads), search_(data, options, threads, kernels) {}

GrownTree TreeBuilder::grow(const QuantisedGradients& quantised, const RoundGradients& exact,
                            std::span<const std::uint32_t> rows,
                            std::span<const std::uint32_t> columns, double learning_rate) {
  search_.begin_tree(quantised, columns);
  gradients_ = &quantised;
  rows_.assign(rows.begin(), rows.end());
  words_.resize(rows.size());
  scratch_.resize(rows.size());

  leaves_.clear();
  leaves_.push_back(make_leaf(0, rows.size(), 0, quantised.total()));
  if (rows.size() == data_.rows()) {
    leaves_[0].words = quantised.words();
  } else {
    std::ranges::transform(rows, words_.begin(), [&](auto row) { return quantised.words()[row]; });
  }
  if (leaves_[0].may_split) search_.search(leaves_[0]);
  GrownTree grown;
  while (leaves_.size() < static_cast<std::size_t>(options_.leaves)) {
    const std::size_t next = best_leaf();
    if (leaves_[next].split.gain <= 0) break;
    split_leaf(next, grown);
  }
  for (Leaf& leaf : leaves_) {
    grown.tree.documents.push_back(static_cast<std::uint32_t>(leaf.rows.size()));
    search_.give_back(std::move(leaf.histogram));
  }
  grown.tree.value =
      leaf_values(exact, LeafPieces(leaf_rows()), options_.l2, learning_rate, threads_);
  return grown;
}

TreeBuilder::Leaf TreeBuilder::make_leaf(std::size_t begin, std::size_t end, int depth,
                                         const LeafSums& sums) const {
  Leaf leaf;
  leaf.rows = std::span(rows_).subspan(begin, end - begin);
  leaf.words = std::span(words_).subspan(begin, end - begin);
  leaf.sums = sums;
  leaf.begin = begin;
  leaf.depth = depth;
  leaf.may_split = (options_.max_depth == 0 || depth < options_.max_depth) &&
                   leaf.rows.size() >= 2 * static_cast<std::size_t>(options_.min_docs_per_leaf);
  return leaf;
}

std::size_t TreeBuilder::best_leaf() const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < leaves_.size(); ++i) {
    if (leaves_[i].split.gain > leaves_[best].split.gain) best = i;
  }
  return best;
}

void TreeBuilder::add_node(const Leaf& leaf, std::size_t left, std::size_t right,
                           GrownTree& grown) const {
  const Split& split = leaf.split;
  const FeatureBins& bins = data_.binning().columns[split.column];
  Tree& tree = grown.tree;
  const std::size_t node = tree.nodes();
  if (node > 0) {
    (leaf.is_left ? tree.left : tree.right)[leaf.parent] = static_cast<std::int32_t>(node);
  }
  grown.column.push_back(split.column);
  grown.bin.push_back(split.bin);
  tree.feature.push_back(bins.feature);
  tree.threshold.push_back(threshold_of(bins, split.bin));
  tree.missing_left.push_back(split.missing_left ? 1 : 0);
  tree.gain.push_back(split.gain);
  tree.left.push_back(~static_cast<std::int32_t>(left));
  tree.right.push_back(~static_cast<std::int32_t>(right));
}

/// The leaf becomes an inner node; its left child takes its number, its right child the next.
void TreeBuilder::split_leaf(std::size_t index, GrownTree& grown) {
  Leaf parent = std::move(leaves_[index]);
  const std::size_t node = grown.tree.nodes();
  add_node(parent, index, leaves_.size(), grown);

  const std::size_t size = parent.rows.size();
  const std::size_t end = parent.begin + size;
  const LeafRows rows{std::span(rows_).subspan(parent.begin, size),
                      std::span(words_).subspan(parent.begin, size),
                      std::span(scratch_).subspan(parent.begin, size)};
  const std::size_t middle =
      parent.begin + partition_rows(data_, parent.split, gradients_->words(), rows, threads_);
  const int depth = parent.depth + 1;
  Leaf left = make_leaf(parent.begin, middle, depth, parent.split.left);
  Leaf right = make_leaf(middle, end, depth, parent.sums - parent.split.left);
  left.parent = right.parent = node;
  left.is_left = true;

  // The last split needs no look at what could follow; and if the larger child may not be split,
  // neither may the smaller.
  const bool is_last = leaves_.size() + 1 == static_cast<std::size_t>(options_.leaves);
  Leaf& smaller = left.rows.size() <= right.rows.size() ? left : right;
  Leaf& larger = &smaller == &left ? right : left;
  if (is_last || !larger.may_split) {
    search_.give_back(std::move(parent.histogram));
  } else {
    search_.search(smaller, larger, std::move(parent.histogram));
  }
  for (Leaf* child : {&left, &right}) {
    if (child->split.gain <= 0) search_.give_back(std::move(child->histogram));
  }
  leaves_[index] = std::move(left);
  leaves_.push_back(std::move(right));
}

std::vector<std::span<const std::uint32_t>> TreeBuilder::leaf_rows() const {
  std::vector<std::span<const std::uint32_t>> rows;
  for (const Leaf& leaf : leaves_) rows.push_back(leaf.rows);
  return rows;
}

void TreeBuilder::add_leaf_values(const Tree& tree, std::span<double> scores) const {
  const LeafPieces pieces(leaf_rows());
  parallel_shares(threads_, pieces.ranges(), [&](std::size_t range, int) {
    for (std::size_t leaf = 0; leaf < pieces.leaves(); ++leaf) {
      for (const std::uint32_t row : pieces.rows(range, leaf)) scores[row] += tree.value[leaf];
    }
  });
}

}  // namespace gbrank
