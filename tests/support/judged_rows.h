#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "support/sample.h"

namespace gbrank::test {

/// Documents with a value for each feature, NaN where it is missing, query after query; without
/// labels where only scores are wanted.
struct JudgedRows {
  std::size_t columns = 0;
  std::vector<float> values;  // row after row
  std::vector<float> labels = {};
  std::vector<unsigned> query_sizes = {};

  std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
  std::span<const float> row(std::size_t i) const {
    return std::span(values).subspan(i * columns, columns);
  }
};

/// The rows of LETOR text with features 1 to `columns`; what a row does not have is 0.
inline JudgedRows judged_rows(const std::string& letor, std::size_t columns) {
  JudgedRows data{columns, {}};
  std::string query;
  for (const LetorRow& row : letor_rows(letor)) {
    if (data.query_sizes.empty() || row.query != query) data.query_sizes.push_back(0);
    query = row.query;
    ++data.query_sizes.back();
    data.labels.push_back(row.label);
    for (std::size_t f = 1; f <= columns; ++f) {
      data.values.push_back(row.value(static_cast<int>(f)));
    }
  }
  return data;
}

}  // namespace gbrank::test
