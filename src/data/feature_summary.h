#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gbrank/dataset.h"

namespace gbrank {

/// The different values of one feature, as long as there are few of them.
class DistinctValues {
 public:
  explicit DistinctValues(std::size_t limit) : limit_(limit) {}

  void add(float value);
  void merge(const DistinctValues& other);
  /// Whether there are more than `limit`; which ones is then forgotten.
  bool too_many() const { return too_many_; }
  std::vector<float> sorted() const;

 private:
  void add_bits(std::uint32_t bits);
  void grow();

  std::size_t limit_;
  std::size_t size_ = 0;
  bool too_many_ = false;
  std::vector<std::uint32_t> slots_;  // open addressing by the bits of the value
};

/// What the first pass over a file learns of its features, enough to choose bins: the distinct
/// values where they are few, and a sample of rows for the quantiles where they are many. Summaries
/// of parts of a file merge to the same result in any order.
class FeatureSummary {
 public:
  explicit FeatureSummary(std::size_t max_bins) : max_bins_(max_bins) {}

  void begin_row(bool sampled) {
    ++rows_;
    in_sample_ = sampled;
    if (sampled) ++sampled_rows_;
  }
  /// A value of the current row; index from 1, NaN is missing.
  void add(std::uint32_t index, float value);
  void merge(FeatureSummary&& other);

  Binning choose_bins(int threads) const;

 private:
  struct Feature {
    explicit Feature(std::size_t limit) : distinct(limit) {}
    std::size_t present = 0;  // rows in which it is written, missing included
    std::size_t missing = 0;
    std::size_t sampled_missing = 0;
    DistinctValues distinct;
    std::vector<float> sample;
  };

  Feature& feature(std::uint32_t index);
  std::vector<float> bounds(const Feature& feature) const;

  std::size_t max_bins_;
  std::size_t rows_ = 0;
  std::size_t sampled_rows_ = 0;
  bool in_sample_ = false;
  std::vector<std::uint32_t> slot_of_;  // by index - 1; 0 is none, otherwise slot + 1
  std::vector<Feature> features_;
};

}  // namespace gbrank
