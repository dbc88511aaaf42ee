#include "data/feature_summary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "base/random.h"
#include "data/binner.h"

namespace gbrank {
namespace {

// The bits of a NaN, which is never a value.
constexpr std::uint32_t kEmpty = 0xffffffffU;

}  // namespace

void DistinctValues::add(float value) {
  if (!too_many_) add_bits(std::bit_cast<std::uint32_t>(value));
}

void DistinctValues::add_bits(std::uint32_t bits) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  std::size_t at = mix64(bits) & (slots_.size() - 1);
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
  const std::vector<std::uint32_t> old = std::exchange(
      slots_, std::vector<std::uint32_t>(std::max<std::size_t>(8, 4 * size_), kEmpty));
  slots_.resize(std::bit_ceil(slots_.size()), kEmpty);
  size_ = 0;
  for (const std::uint32_t bits : old) {
    if (bits != kEmpty) add_bits(bits);
  }
}

void DistinctValues::merge(const DistinctValues& other) {
  if (other.too_many_) {
    too_many_ = true;
    slots_ = {};
  }
  for (const std::uint32_t bits : other.slots_) {
    if (too_many_) return;
    if (bits != kEmpty) add_bits(bits);
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

FeatureSummary::Feature& FeatureSummary::feature(std::uint32_t index) {
  if (index > slot_of_.size()) slot_of_.resize(index, 0);
  std::uint32_t& slot = slot_of_[index - 1];
  if (slot == 0) {
    features_.emplace_back(max_bins_);
    slot = static_cast<std::uint32_t>(features_.size());
  }
  return features_[slot - 1];
}

void FeatureSummary::add(std::uint32_t index, float value) {
  Feature& f = feature(index);
  ++f.present;
  if (std::isnan(value)) {
    ++f.missing;
    if (in_sample_) ++f.sampled_missing;
    return;
  }
  f.distinct.add(value);
  if (in_sample_ && value != 0) f.sample.push_back(value);
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
    to.sample.insert(to.sample.end(), from.sample.begin(), from.sample.end());
    from.sample = {};
  }
}

std::vector<float> FeatureSummary::bounds(const Feature& f) const {
  // A row in which the feature is not written has the value 0.
  DistinctValues distinct = f.distinct;
  if (f.present < rows_) distinct.add(0);

  std::vector<ValueCount> values;
  if (!distinct.too_many()) {
    for (const float value : distinct.sorted()) values.push_back({value, 1});
    return choose_bounds(values, max_bins_);
  }
  std::vector<float> sample = f.sample;
  std::sort(sample.begin(), sample.end());
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
  parallel_for(threads, all.columns.size(), [&](std::size_t c, int) {
    FeatureBins& bins = all.columns[c];
    const Feature& f = features_[slot_of_[bins.feature] - 1];
    bins.upper_bounds = bounds(f);
    // Missing in every row is one value too, and no split.
    bins.has_missing = f.missing > 0 && f.missing < rows_;
  });
  std::erase_if(all.columns, [](const FeatureBins& bins) {
    return bins.upper_bounds.empty() && !bins.has_missing;
  });
  return all;
}

}  // namespace gbrank
