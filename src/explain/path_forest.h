#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "gbrank/ensemble.h"

#include "base/aligned.h"
#include "explain/path_tree.h"

namespace gbrank {

/// An ensemble as explaining looks at it. It knows the features that some tree asks only, and works
/// on values and contributions of these.
class PathForest {
 public:
  /// Throws Error for a tree whose paths ask too many features.
  explicit PathForest(const Ensemble& ensemble,
                      const PathKernels& kernels = fastest_path_kernels());

  /// Those that some tree asks, ascending.
  const std::vector<std::uint32_t>& features() const { return features_; }
  double base_value() const { return base_value_; }

  /// Memory for one thread.
  struct Scratch {
    AlignedVector<double> values;
    AlignedVector<double> contributions;
    AlignedVector<double> levels;
    std::vector<std::uint32_t> edges;
    std::vector<EdgeFactors> factors;
  };

  /// Rows of one value, and one contribution, for each of features(). What is the same for all rows
  /// is computed once a call: kRowsAtOnce of them make good use of it.
  void explain(std::span<const float> rows, std::span<double> contributions,
               Scratch& scratch) const;
  static constexpr std::size_t kRowsAtOnce = 128;

 private:
  void explain_tree(const PathTree& tree, std::size_t groups, Scratch& scratch) const;

  const PathKernels& kernels_;
  std::vector<std::uint32_t> features_;
  double base_value_;
  std::vector<PathTree> trees_;              // of more than one leaf
  std::map<std::size_t, Quadrature> rules_;  // by the number of places
};

}  // namespace gbrank
