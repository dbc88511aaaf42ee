#include "train/tree_builder.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"
#include "train/partition.h"

namespace gbrank {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 14;

/// The float32 threshold that parts values as the bins do.
float threshold_of(const FeatureBins& bins, std::uint8_t bin) {
  // Every value goes left and only missing ones go right.
  if (bin >= bins.upper_bounds.size()) return std::numeric_limits<float>::max();
  return bins.upper_bounds[bin];
}

double leaf_value(const LeafSums& sums, const QuantisedGradients& gradients, double l2,
                  double learning_rate) {
  const double divisor = gradients.hessian(sums.packed) + l2;
  const double g = gradients.gradient(sums.packed);
  return divisor > 0 && g != 0 ? -g / divisor * learning_rate : 0;
}

}  // namespace

std::size_t leaf_of_row(const Dataset& data, std::size_t row, const GrownTree& grown) {
  if (grown.column.empty()) return 0;
  std::int32_t at = 0;
  do {
    const auto node = static_cast<std::size_t>(at);
    const std::uint32_t column = grown.column[node];
    const std::uint8_t bin = data.bin(row, column);
    const bool left = bin == data.binning().columns[column].missing_bin()
                          ? grown.tree.missing_left[node] != 0
                          : bin <= grown.bin[node];
    at = left ? grown.tree.left[node] : grown.tree.right[node];
  } while (at >= 0);
  return static_cast<std::size_t>(~at);
}

TreeBuilder::TreeBuilder(const Dataset& data, const TreeOptions& options, int threads)
    : data_(data), options_(options), threads_(threads), layout_(data.binning()) {}

GrownTree TreeBuilder::grow(const QuantisedGradients& gradients,
                            std::span<const std::uint32_t> rows,
                            std::span<const std::uint32_t> columns, double learning_rate) {
  gradients_ = &gradients;
  columns_ = columns;
  wanted_tiles_.assign(data_.tiles(), 0);
  for (const std::uint32_t column : columns) wanted_tiles_[column / Dataset::kTileColumns] = 1;
  rows_.assign(rows.begin(), rows.end());
  scratch_.resize(rows_.size());

  Leaf root;
  root.end = rows_.size();
  for (const std::uint32_t row : rows_) {
    root.sums = root.sums + LeafSums{gradients.data()[row], 1};
  }
  if (may_split(root)) {
    build(root);
    find_split(root);
  }
  leaves_.clear();
  leaves_.push_back(std::move(root));

  GrownTree grown;
  while (leaves_.size() < static_cast<std::size_t>(options_.leaves)) {
    const std::size_t next = best_leaf();
    if (leaves_[next].split.gain <= 0) break;
    split_leaf(next, grown);
  }
  for (Leaf& leaf : leaves_) {
    grown.tree.value.push_back(leaf_value(leaf.sums, gradients, options_.l2, learning_rate));
    grown.tree.documents.push_back(leaf.sums.documents);
    give_back(std::move(leaf.histogram));
  }
  return grown;
}

bool TreeBuilder::may_split(const Leaf& leaf) const {
  return (options_.max_depth == 0 || leaf.depth < options_.max_depth) &&
         leaf.size() >= 2 * static_cast<std::size_t>(options_.min_docs_per_leaf);
}

std::size_t TreeBuilder::best_leaf() const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < leaves_.size(); ++i) {
    if (leaves_[i].split.gain > leaves_[best].split.gain) best = i;
  }
  return best;
}

/// The leaf becomes an inner node; its left child takes its number, its right child the next.
void TreeBuilder::split_leaf(std::size_t index, GrownTree& grown) {
  Leaf parent = std::move(leaves_[index]);
  const Split& split = parent.split;
  const FeatureBins& bins = data_.binning().columns[split.column];
  Tree& tree = grown.tree;

  const std::size_t node = tree.nodes();
  if (node > 0) {
    (parent.is_left ? tree.left : tree.right)[parent.parent] = static_cast<std::int32_t>(node);
  }
  grown.column.push_back(split.column);
  grown.bin.push_back(split.bin);
  tree.feature.push_back(bins.feature);
  tree.threshold.push_back(threshold_of(bins, split.bin));
  tree.missing_left.push_back(split.missing_left ? 1 : 0);
  tree.gain.push_back(split.gain);
  tree.left.push_back(~static_cast<std::int32_t>(index));
  tree.right.push_back(~static_cast<std::int32_t>(leaves_.size()));

  const std::size_t left_size =
      partition_rows(data_, split, rows_of(parent),
                     std::span(scratch_).subspan(parent.begin, parent.size()), threads_);
  Leaf left;
  Leaf right;
  left.begin = parent.begin;
  left.end = right.begin = parent.begin + left_size;
  right.end = parent.end;
  left.sums = split.left;
  right.sums = parent.sums - split.left;
  left.depth = right.depth = parent.depth + 1;
  left.parent = right.parent = node;
  left.is_left = true;

  // If the larger child may not be split, neither may the smaller.
  Leaf& smaller = left.size() <= right.size() ? left : right;
  Leaf& larger = &smaller == &left ? right : left;
  if (may_split(larger)) {
    build(smaller);
    subtract_histogram(*parent.histogram, *smaller.histogram, threads_);
    larger.histogram = std::move(parent.histogram);
    find_split(larger);
    if (may_split(smaller)) find_split(smaller);
  }
  for (Leaf* child : {&left, &right}) {
    if (child->split.gain <= 0) give_back(std::move(child->histogram));
  }
  give_back(std::move(parent.histogram));
  leaves_[index] = std::move(left);
  leaves_.push_back(std::move(right));
}

void TreeBuilder::build(Leaf& leaf) {
  leaf.histogram = take_histogram();
  build_histogram(data_, layout_, rows_of(leaf), gradients_->data(), wanted_tiles_, threads_,
                  *leaf.histogram);
}

void TreeBuilder::find_split(Leaf& leaf) {
  std::vector<Split> splits(columns_.size());
  parallel_for(threads_, columns_.size(), [&](std::size_t i, int) {
    const std::uint32_t column = columns_[i];
    const std::size_t first = layout_.first(column);
    splits[i] =
        best_split(data_.binning().columns[column], column, leaf.histogram->sums.data() + first,
                   leaf.histogram->counts.data() + first, leaf.sums, *gradients_, options_);
  });
  // In the order of the columns, so that equal gains fall to the same column every time.
  for (const Split& split : splits) {
    if (split.gain > leaf.split.gain) leaf.split = split;
  }
}

std::unique_ptr<Histogram> TreeBuilder::take_histogram() {
  if (spare_histograms_.empty()) return std::make_unique<Histogram>(layout_);
  std::unique_ptr<Histogram> histogram = std::move(spare_histograms_.back());
  spare_histograms_.pop_back();
  return histogram;
}

void TreeBuilder::give_back(std::unique_ptr<Histogram> histogram) {
  if (histogram != nullptr) spare_histograms_.push_back(std::move(histogram));
}

void TreeBuilder::add_leaf_values(const Tree& tree, std::span<double> scores) const {
  for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
    const double value = tree.value[leaf];
    const std::size_t begin = leaves_[leaf].begin;
    parallel_blocks(threads_, leaves_[leaf].size(), kBlock,
                    [&](std::size_t from, std::size_t to, int) {
                      for (std::size_t i = from; i < to; ++i) scores[rows_[begin + i]] += value;
                    });
  }
}

}  // namespace gbrank
