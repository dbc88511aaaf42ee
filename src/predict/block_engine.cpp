#include "predict/block_engine.h"

#include <algorithm>
#include <cstring>

namespace gbrank {
namespace {

std::uint16_t operand(std::int32_t child) {
  return static_cast<std::uint16_t>(child < 0 ? static_cast<std::size_t>(~child)
                                              : kLeafOperands + static_cast<std::size_t>(child));
}

}  // namespace

bool BlockEngine::can_score(const Ensemble& ensemble) {
  return std::ranges::all_of(ensemble.trees,
                             [](const Tree& tree) { return tree.leaves() <= kLeafOperands; });
}

BlockEngine::BlockEngine(const Ensemble& ensemble, const PredictKernels& kernels)
    : kernels_(kernels), base_score_(ensemble.base_score), columns_(ensemble) {
  for (const Tree& tree : ensemble.trees) {
    for (std::size_t i = 0; i < tree.nodes(); ++i) {
      const auto [column, bin] =
          columns_.place(tree.feature[i], tree.threshold[i], tree.missing_left[i] != 0);
      nodes_.push_back(
          {static_cast<std::uint32_t>(column), bin, operand(tree.left[i]), operand(tree.right[i])});
    }
    values_.insert(values_.end(), tree.value.begin(), tree.value.end());
    trees_.push_back({tree.nodes(), tree.leaves()});
    largest_ = {std::max(largest_.nodes, tree.nodes()), std::max(largest_.leaves, tree.leaves())};
  }
  values_.resize(values_.size() + kValuesRead);
}

void BlockEngine::prepare(Scratch& scratch) const {
  if (!scratch.scores.empty()) return;
  scratch.scores.resize(kBlockRows);
  scratch.columns.resize(columns_.size() * kBlockRows);
  scratch.operands.resize((kLeafOperands + largest_.nodes) * kBlockRows);
  for (std::size_t leaf = 0; leaf < largest_.leaves; ++leaf) {
    std::memset(scratch.operands.data() + leaf * kBlockRows, static_cast<int>(leaf), kBlockRows);
  }
}

template <typename Rows>
void BlockEngine::score(const Rows& rows, std::size_t first, std::span<double> scores,
                        Scratch& scratch) const {
  prepare(scratch);
  columns_.fill(kernels_, rows, first, scores.size(), scratch.columns.data());
  std::ranges::fill(scratch.scores, base_score_);
  const std::size_t width = scores.size() <= kHalfBlock ? kHalfBlock : kBlockRows;
  const ChoiceNode* nodes = nodes_.data();
  const double* values = values_.data();
  const std::uint8_t* const leaves = scratch.operands.data() + kLeafOperands * kBlockRows;
  for (const Size& tree : trees_) {
    if (tree.nodes > 0) {
      kernels_.find_leaves(nodes, tree.nodes, width, scratch.columns.data(),
                           scratch.operands.data());
      kernels_.add_values(values, tree.leaves, leaves, width, scratch.scores.data());
    } else {
      for (double& score : scratch.scores) score += values[0];
    }
    nodes += tree.nodes;
    values += tree.leaves;
  }
  std::copy_n(scratch.scores.begin(), scores.size(), scores.begin());
}

template void BlockEngine::score(const DenseRows&, std::size_t, std::span<double>, Scratch&) const;
template void BlockEngine::score(const SparseRows&, std::size_t, std::span<double>, Scratch&) const;

}  // namespace gbrank
