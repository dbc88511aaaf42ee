#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gbrank::test {

/// Documents with a value for each feature, NaN where it is missing, query after query.
struct DenseRows {
  std::size_t columns = 0;
  std::vector<float> values;  // row after row
  std::vector<float> labels;
  std::vector<unsigned> query_sizes;

  std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
  std::span<const float> row(std::size_t i) const {
    return std::span(values).subspan(i * columns, columns);
  }
};

}  // namespace gbrank::test
