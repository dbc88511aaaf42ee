#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gbrank/ensemble.h"
#include "gbrank/predictor.h"

namespace gbrank::bench {

/// What is scored: rows in memory, dense, and once more without what is absent anyway (CSR).
struct Documents {
  std::size_t features = 0;
  std::vector<float> values;  // row after row, NaN for missing
  std::vector<std::size_t> offsets = {0};
  std::vector<std::uint32_t> sparse_features;
  std::vector<float> sparse_values;

  std::size_t rows() const { return features == 0 ? 0 : values.size() / features; }
  std::span<const float> row(std::size_t r) const {
    return std::span(values).subspan(r * features, features);
  }
  DenseRows dense(std::size_t first, std::size_t count) const {
    return {values.data() + first * features, count, features};
  }
  SparseRows sparse(std::size_t first, std::size_t count) const {
    return {std::span(offsets).subspan(first, count + 1), sparse_features, sparse_values};
  }
};

/// The first rows of LETOR text, at most so many, with the features of the model. A share of the
/// values, drawn at random, is missing.
Documents read_documents(const std::string& path, const Ensemble& ensemble, std::size_t most,
                         double missing_share);

}  // namespace gbrank::bench
