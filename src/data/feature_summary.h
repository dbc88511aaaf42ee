#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gbrank/dataset.h"

namespace gbrank {

/// The different values of one feature, as long as there are few of them.
class DistinctValues {
 public:
  explicit DistinctValues(std::size_t limit) : limit_(limit) {}

  void add(float value) {
    if (too_many_) return;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (slots_.empty() || slots_[slot_of(bits)] != bits) insert(bits);
  }
  void merge(const DistinctValues& other);
  /// Whether there are more than `limit`; which ones is then forgotten.
  bool too_many() const { return too_many_; }
  std::vector<float> sorted() const;

 private:
  /// Where a value is looked for first. Small whole numbers differ in their upper bits only, and
  /// the upper bits of a product depend on all bits of its factors.
  std::size_t slot_of(std::uint32_t bits) const { return (bits * 0x9e3779b9U) >> shift_; }
  void insert(std::uint32_t bits);
  void grow();

  std::size_t limit_;
  std::size_t size_ = 0;
  bool too_many_ = false;
  int shift_ = 32;                    // 32 less the bits of the number of slots
  std::vector<std::uint32_t> slots_;  // open addressing by the bits of the value
};

/// Values in blocks: a list that never moves what it has, and so never needs twice its room.
class ValueBlocks {
 public:
  void add(float value) {
    if (blocks_.empty() || blocks_.back().size() == blocks_.back().capacity()) add_block();
    blocks_.back().push_back(value);
  }
  void take(ValueBlocks&& other);
  void copy_to(std::vector<float>& values) const;

 private:
  void add_block();

  std::vector<std::vector<float>> blocks_;
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
  void add(std::uint32_t index, float value) {
    Feature& f = feature(index);
    ++f.present;
    if (value != value) {
      ++f.missing;
      if (in_sample_) ++f.sampled_missing;
      return;
    }
    f.distinct.add(value);
    if (in_sample_ && value != 0) f.sample.add(value);
  }
  void merge(FeatureSummary&& other);

  Binning choose_bins(int threads) const;

 private:
  struct Feature {
    explicit Feature(std::size_t limit) : distinct(limit) {}
    std::size_t present = 0;  // rows in which it is written, missing included
    std::size_t missing = 0;
    std::size_t sampled_missing = 0;
    DistinctValues distinct;
    ValueBlocks sample;  // without zeros
  };
  struct Scratch;

  Feature& feature(std::uint32_t index) {
    return index <= slot_of_.size() && slot_of_[index - 1] != 0 ? features_[slot_of_[index - 1] - 1]
                                                                : new_feature(index);
  }
  Feature& new_feature(std::uint32_t index);
  std::vector<float> bounds(const Feature& feature, Scratch& scratch) const;

  std::size_t max_bins_;
  std::size_t rows_ = 0;
  std::size_t sampled_rows_ = 0;
  bool in_sample_ = false;
  std::vector<std::uint32_t> slot_of_;  // by index - 1; 0 is none, otherwise slot + 1
  std::vector<Feature> features_;
};

}  // namespace gbrank
