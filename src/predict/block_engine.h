#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gbrank/ensemble.h"
#include "gbrank/predictor.h"

#include "base/aligned.h"
#include "predict/bin_columns.h"
#include "predict/kernels/kernels.h"

namespace gbrank {

/// Scores kBlockRows rows side by side. Values are bytes, so two registers have those of all rows,
/// and every inner node of a tree, from the last one to the root, is a comparison and a choice
/// between what its two children answered. That asks every node, also those that no row passes
/// through, and takes less time than finding the way through a tree row by row: nothing has to be
/// predicted, and little waited for.
class BlockEngine {
 public:
  /// Whether it can score the ensemble: no tree of more than 256 leaves.
  static bool can_score(const Ensemble& ensemble);

  BlockEngine(const Ensemble& ensemble, const PredictKernels& kernels);

  /// Memory for one thread at a time; made at the first use, and fit for one engine only.
  struct Scratch {
    AlignedVector<std::int8_t> columns;
    AlignedVector<std::uint8_t> operands;
    AlignedVector<double> scores;
  };

  /// Scores of rows [first, first + scores.size()), at most kBlockRows.
  template <typename Rows>
  void score(const Rows& rows, std::size_t first, std::span<double> scores, Scratch& scratch) const;

 private:
  void prepare(Scratch& scratch) const;

  const PredictKernels& kernels_;
  double base_score_;
  BinColumns columns_;
  struct Size {
    std::size_t nodes;
    std::size_t leaves;
  };
  std::vector<Size> trees_;
  Size largest_{};
  // Tree after tree.
  std::vector<ChoiceNode> nodes_;
  std::vector<double> values_;
};

}  // namespace gbrank
