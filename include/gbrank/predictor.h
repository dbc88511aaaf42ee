#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "gbrank/ensemble.h"

namespace gbrank {

/// Rows of one value a feature, NaN for missing, in memory of the caller.
struct DenseRows {
  const float* values = nullptr;
  std::size_t rows = 0;
  std::size_t stride = 0;  // values from the beginning of one row to that of the next
};

/// Rows of which only some values are written, one after the other (CSR). The others are what
/// absent features are in the model: 0, or missing.
struct SparseRows {
  std::span<const std::size_t> offsets;     // row r: entries offsets[r] to offsets[r + 1] - 1
  std::span<const std::uint32_t> features;  // from 0; what the model does not know is ignored
  std::span<const float> values;  // of a feature that is written twice the last one counts

  std::size_t rows() const { return offsets.size() - 1; }
};

/// Scores documents with an ensemble, which must outlive it. Any number of threads may score at
/// once. Scores are the same bits, whatever the way they are asked for: alone or among others,
/// dense or sparse, with any number of threads and on any processor.
class Predictor {
 public:
  explicit Predictor(const Ensemble& ensemble);
  Predictor(Predictor&&) noexcept;
  Predictor& operator=(Predictor&&) noexcept;
  ~Predictor();

  /// One value a feature of the ensemble, NaN for missing.
  double score(std::span<const float> features) const;

  /// One score a row. A row has features() values or more; what is behind them is ignored.
  void score(const DenseRows& rows, std::span<double> scores, int threads = 1) const;
  void score(const SparseRows& rows, std::span<double> scores, int threads = 1) const;

  /// The leaf that a document falls into, of each tree; row after row.
  void leaves(std::span<const float> features, std::span<std::uint32_t> leaves) const;
  void leaves(const SparseRows& rows, std::span<std::uint32_t> leaves) const;

  std::size_t features() const;

 private:
  struct Engines;
  std::unique_ptr<const Engines> engines_;
};

}  // namespace gbrank
