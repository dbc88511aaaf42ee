#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gbrank/ensemble.h"
#include "gbrank/predictor.h"

#include "base/aligned.h"
#include "predict/kernels/kernels.h"

namespace gbrank {

/// Bytes in the place of feature values, made for one ensemble. A column has thresholds of one
/// feature, and a row's byte in it tells for all of them on which side the row is, also where its
/// value is missing. Nearly every feature that is split on has one column. One with more than 255
/// thresholds has several; so has one whose missing values go right of some threshold and left of
/// a lower one, which no value does.
class BinColumns {
 public:
  explicit BinColumns(const Ensemble& ensemble);

  std::size_t size() const { return columns_.size(); }

  /// Where a split is decided: a row whose byte in `column` is above `bin` goes right.
  struct Place {
    std::size_t column;
    std::int8_t bin;
  };
  Place place(std::uint32_t feature, float threshold, bool missing_left) const;

  /// The bytes of rows [first, first + count), kBlockRows a column, of which the others stay.
  void fill(const PredictKernels& kernels, const DenseRows& rows, std::size_t first,
            std::size_t count, std::int8_t* block) const;
  void fill(const PredictKernels& kernels, const SparseRows& rows, std::size_t first,
            std::size_t count, std::int8_t* block) const;

 private:
  struct Column {
    std::uint32_t feature;
    std::uint32_t thresholds;    // how many
    std::uint32_t to_the_right;  // the lowest ones, of which a missing value goes right
    std::size_t begin;           // of the thresholds in numbers_
    std::size_t group_ends;      // in numbers_; that of `begin` where there is one group
    std::int8_t absent;          // the byte of a row that does not have the feature
  };
  void add_columns(std::uint32_t feature, std::span<const float> sorted, std::size_t to_the_right);
  ThresholdTable table(const Column& column) const;

  std::vector<Column> columns_;            // by feature
  std::vector<std::size_t> first_column_;  // of each feature, and where the last one's end
  AlignedVector<float> numbers_;
};

}  // namespace gbrank
