// What the other tables do, as anyone would write it: to compare with.

#include <cmath>

#include "predict/kernels/kernels.h"

namespace gbrank::exact {
namespace {

void bin_values(const ThresholdTable& table, const float* values, std::size_t stride,
                std::size_t rows, std::int8_t* bins) {
  const std::size_t groups = table.group_ends == nullptr ? 1 : 16;
  for (std::size_t row = 0; row < rows; ++row) {
    const float value = values[row * stride];
    int below = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      for (std::size_t i = 0; i < 16 && table.thresholds[g * 16 + i] < value; ++i) ++below;
      // Groups behind the one that value falls in may not be there.
      if (table.group_ends == nullptr || !(table.group_ends[g] < value)) break;
    }
    bins[row] = std::isnan(value) ? table.missing : static_cast<std::int8_t>(below - 128);
  }
}

void find_leaves(const ChoiceNode* nodes, std::size_t count, std::size_t rows,
                 const std::int8_t* columns, std::uint8_t* operands) {
  std::uint8_t* const answers = operands + kLeafOperands * kBlockRows;
  for (std::size_t i = count; i-- > 0;) {
    const ChoiceNode& node = nodes[i];
    for (std::size_t row = 0; row < rows; ++row) {
      const bool is_above = columns[node.column * kBlockRows + row] > node.bin;
      answers[i * kBlockRows + row] =
          operands[(is_above ? node.right : node.left) * kBlockRows + row];
    }
  }
}

void add_values(const double* values, std::size_t, const std::uint8_t* leaves, std::size_t rows,
                double* scores) {
  for (std::size_t row = 0; row < rows; ++row) scores[row] += values[leaves[row]];
}

}  // namespace

extern const PredictKernels kPredictKernels;
const PredictKernels kPredictKernels = {"exact", bin_values, find_leaves, add_values};

}  // namespace gbrank::exact
