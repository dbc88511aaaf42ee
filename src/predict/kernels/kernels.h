#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gbrank {

/// Rows that go through the trees side by side, a byte each: two of the widest registers. A row of
/// 128 takes a sixth less time than one of 64, and one of 256 about as much. Half of them can be
/// left out where there are no more rows.
inline constexpr std::size_t kBlockRows = 128;
inline constexpr std::size_t kHalfBlock = kBlockRows / 2;

/// How the values of a feature become bytes: a value's is the number of thresholds below it, less
/// 128 because only signed bytes can be compared everywhere. At most 255 thresholds, ascending, in
/// groups of 16, filled up with infinity.
struct ThresholdTable {
  const float* thresholds;
  /// The last threshold of each group, 16 in all; null where there is one group only. Behind the
  /// last threshold there is a group then that is not full.
  const float* group_ends;
  std::int8_t missing;  // the byte of a missing value
};

/// An inner node of a tree as a choice between two operands for every row. Operands are leaves,
/// from 0, and inner nodes, from kLeafOperands.
struct ChoiceNode {
  std::uint32_t column;  // of the block
  std::int8_t bin;       // a row whose byte is above it takes the right operand
  std::uint16_t left;
  std::uint16_t right;
};
inline constexpr std::size_t kLeafOperands = 256;

/// The loops of prediction, in one version for each instruction set.
struct PredictKernels {
  const char* name;

  /// The bytes of up to kBlockRows values that are `stride` floats apart.
  void (*bin_values)(const ThresholdTable& table, const float* values, std::size_t stride,
                     std::size_t rows, std::int8_t* bins);

  /// The leaf of each row in a tree whose nodes, at least one, have their children behind them.
  /// `rows` is kHalfBlock or kBlockRows. `columns` has kBlockRows bytes a column. `operands` has
  /// kBlockRows bytes a leaf, all with the leaf's number, and behind kLeafOperands of them space
  /// for what each node answers; the answer of the first one is that of the tree. Both start on
  /// cache lines.
  void (*find_leaves)(const ChoiceNode* nodes, std::size_t count, std::size_t rows,
                      const std::int8_t* columns, std::uint8_t* operands);

  /// Adds to each score the value of the row's leaf. kValuesRead values can be read, however few
  /// the leaves are. `rows` is a multiple of kHalfBlock.
  void (*add_values)(const double* values, std::size_t leaf_count, const std::uint8_t* leaves,
                     std::size_t rows, double* scores);
};
inline constexpr std::size_t kValuesRead = 64;

/// What this machine can run, the obvious code first and the fastest last.
std::span<const PredictKernels* const> all_predict_kernels();
const PredictKernels& fastest_predict_kernels();

}  // namespace gbrank
