#include "data/feature_summary.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "base/parallel.h"
#include "data/binner.h"
#include "data/sort_floats.h"

namespace gbrank {
namespace {

// The bits of a NaN, which is never a value.
constexpr std::uint32_t kEmpty = 0xffffffffU;

}  // namespace

void DistinctValues::insert(std::uint32_t bits) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  std::size_t at = slot_of(bits);
  while (slots_[at] != kEmpty) {
    if (slots_[at] == bits) return;
    at = (at + 1) & (slots_.size() - 1);
  }
  slots_[at] = bits;
  if (++size_ > limit_) {
    too_many_ = true;
    slots_ = {};
  }
}

void DistinctValues::grow() {
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(8, 4 * size_));
  const std::vector<std::uint32_t> old =
      std::exchange(slots_, std::vector<std::uint32_t>(slots, kEmpty));
  shift_ = 32 - std::countr_zero(slots);
  size_ = 0;
  for (const std::uint32_t bits : old) {
    if (bits != kEmpty) insert(bits);
  }
}

void DistinctValues::merge(const DistinctValues& other) {
  if (other.too_many_) {
    too_many_ = true;
    slots_ = {};
  }
  for (const std::uint32_t bits : other.slots_) {
    if (too_many_) return;
    if (bits != kEmpty) insert(bits);
  }
}

std::vector<float> DistinctValues::sorted() const {
  std::vector<float> values;
  for (const std::uint32_t bits : slots_) {
    if (bits != kEmpty) values.push_back(std::bit_cast<float>(bits));
  }
  std::sort(values.begin(), values.end());
  return values;
}

void ValueBlocks::add_block() {
  // Small at first: a sparse file may have a million features of a few values each.
  constexpr std::size_t kFirst = 16;
  constexpr std::size_t kLargest = 1024;
  const std::size_t room =
      blocks_.empty() ? kFirst : std::min(kLargest, 2 * blocks_.back().capacity());
  blocks_.emplace_back().reserve(room);
}

void ValueBlocks::take(ValueBlocks&& other) {
  std::move(other.blocks_.begin(), other.blocks_.end(), std::back_inserter(blocks_));
  other.blocks_ = {};
}

void ValueBlocks::copy_to(std::vector<float>& values) const {
  values.clear();
  for (const std::vector<float>& block : blocks_) {
    values.insert(values.end(), block.begin(), block.end());
  }
}

FeatureSummary::Feature& FeatureSummary::new_feature(std::uint32_t index) {
  if (index > slot_of_.size()) slot_of_.resize(index, 0);
  features_.emplace_back(max_bins_);
  slot_of_[index - 1] = static_cast<std::uint32_t>(features_.size());
  return features_.back();
}

void FeatureSummary::merge(FeatureSummary&& other) {
  rows_ += other.rows_;
  sampled_rows_ += other.sampled_rows_;
  for (std::size_t i = 0; i < other.slot_of_.size(); ++i) {
    if (other.slot_of_[i] == 0) continue;
    Feature& from = other.features_[other.slot_of_[i] - 1];
    Feature& to = feature(static_cast<std::uint32_t>(i + 1));
    to.present += from.present;
    to.missing += from.missing;
    to.sampled_missing += from.sampled_missing;
    to.distinct.merge(from.distinct);
    to.sample.take(std::move(from.sample));
  }
}

struct FeatureSummary::Scratch {
  std::vector<float> sample;
  std::vector<float> for_sorting;
  std::vector<ValueCount> values;
};

std::vector<float> FeatureSummary::bounds(const Feature& f, Scratch& scratch) const {
  // A row in which the feature is not written has the value 0.
  DistinctValues distinct = f.distinct;
  if (f.present < rows_) distinct.add(0);

  std::vector<ValueCount>& values = scratch.values;
  values.clear();
  if (!distinct.too_many()) {
    for (const float value : distinct.sorted()) values.push_back({value, 1});
    return choose_bounds(values, max_bins_);
  }
  std::vector<float>& sample = scratch.sample;
  f.sample.copy_to(sample);
  sort_floats(sample, scratch.for_sorting);
  const std::size_t zeros = sampled_rows_ - f.sampled_missing - sample.size();
  const auto add = [&](float value, std::size_t count) {
    if (!values.empty() && values.back().value == value) {
      values.back().count += count;
    } else {
      values.push_back({value, count});
    }
  };
  bool zero_added = zeros == 0;
  for (const float value : sample) {
    if (!zero_added && value > 0) {
      add(0, zeros);
      zero_added = true;
    }
    add(value, 1);
  }
  if (!zero_added) add(0, zeros);
  return choose_bounds(values, max_bins_);
}

Binning FeatureSummary::choose_bins(int threads) const {
  Binning all;
  all.features = slot_of_.size();
  all.max_bins = static_cast<int>(max_bins_);
  for (std::size_t i = 0; i < slot_of_.size(); ++i) {
    if (slot_of_[i] == 0) continue;
    all.columns.emplace_back().feature = static_cast<std::uint32_t>(i);
  }
  std::vector<Scratch> scratch(static_cast<std::size_t>(threads));
  parallel_for(threads, all.columns.size(), [&](std::size_t c, int worker) {
    FeatureBins& bins = all.columns[c];
    const Feature& f = features_[slot_of_[bins.feature] - 1];
    bins.upper_bounds = bounds(f, scratch[static_cast<std::size_t>(worker)]);
    // Missing in every row is one value too, and no split.
    bins.has_missing = f.missing > 0 && f.missing < rows_;
  });
  std::erase_if(all.columns, [](const FeatureBins& bins) {
    return bins.upper_bounds.empty() && !bins.has_missing;
  });
  return all;
}

}  // namespace gbrank
