#include "predict/bin_columns.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

namespace gbrank {
namespace {

constexpr std::size_t kGroup = 16;
constexpr std::size_t kMostThresholds = 255;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The thresholds of a feature, by where missing values go; ascending and each once.
struct Thresholds {
  std::vector<float> left;
  std::vector<float> right;
};

void sort_once(std::vector<float>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<Thresholds> thresholds_of(const Ensemble& ensemble) {
  std::vector<Thresholds> all(ensemble.features());
  for (const Tree& tree : ensemble.trees) {
    for (std::size_t i = 0; i < tree.nodes(); ++i) {
      Thresholds& its = all[tree.feature[i]];
      (tree.missing_left[i] != 0 ? its.left : its.right).push_back(tree.threshold[i]);
    }
  }
  for (Thresholds& its : all) {
    sort_once(its.left);
    sort_once(its.right);
  }
  return all;
}

}  // namespace

BinColumns::BinColumns(const Ensemble& ensemble) {
  const std::vector<Thresholds> all = thresholds_of(ensemble);
  for (std::size_t f = 0; f < all.size(); ++f) {
    first_column_.push_back(columns_.size());
    const auto& [left, right] = all[f];
    const auto feature = static_cast<std::uint32_t>(f);
    if (left.empty() || right.empty() || right.back() < left.front()) {
      // A missing value is on the sides where some value would be, too.
      std::vector<float> both = right;
      both.insert(both.end(), left.begin(), left.end());
      add_columns(feature, both, right.size());
    } else {
      add_columns(feature, left, 0);
      add_columns(feature, right, right.size());
    }
  }
  first_column_.push_back(columns_.size());
  const float absent = ensemble.absent_is_missing ? std::numeric_limits<float>::quiet_NaN() : 0;
  for (Column& column : columns_) {
    all_predict_kernels().front()->bin_values(table(column), &absent, 1, 1, &column.absent);
  }
}

void BinColumns::add_columns(std::uint32_t feature, std::span<const float> sorted,
                             std::size_t to_the_right) {
  for (; !sorted.empty(); sorted = sorted.subspan(std::min(sorted.size(), kMostThresholds))) {
    const auto some = sorted.first(std::min(sorted.size(), kMostThresholds));
    const std::size_t right = std::min(to_the_right, some.size());
    Column column{feature,
                  static_cast<std::uint32_t>(some.size()),
                  static_cast<std::uint32_t>(right),
                  numbers_.size(),
                  numbers_.size(),
                  0};
    const std::size_t groups = some.size() <= kGroup ? 1 : some.size() / kGroup + 1;
    numbers_.insert(numbers_.end(), some.begin(), some.end());
    numbers_.resize(column.begin + groups * kGroup, kInfinity);
    if (groups > 1) {
      column.group_ends = numbers_.size();
      for (std::size_t g = 0; g < kGroup; ++g) {
        const float end = g < groups ? numbers_[column.begin + (g + 1) * kGroup - 1] : kInfinity;
        numbers_.push_back(end);
      }
    }
    columns_.push_back(column);
    to_the_right -= right;
  }
}

ThresholdTable BinColumns::table(const Column& column) const {
  const float* const ends =
      column.group_ends == column.begin ? nullptr : numbers_.data() + column.group_ends;
  return {numbers_.data() + column.begin, ends,
          static_cast<std::int8_t>(static_cast<int>(column.to_the_right) - 128)};
}

BinColumns::Place BinColumns::place(std::uint32_t feature, float threshold,
                                    bool missing_left) const {
  for (std::size_t c = first_column_[feature]; c < first_column_[feature + 1]; ++c) {
    const Column& column = columns_[c];
    const auto its = std::span(numbers_).subspan(column.begin, column.thresholds);
    const auto at =
        static_cast<std::size_t>(std::ranges::lower_bound(its, threshold) - its.begin());
    if (at == its.size() || its[at] != threshold) continue;
    if ((at >= column.to_the_right) != missing_left) continue;
    return {c, static_cast<std::int8_t>(static_cast<int>(at) - 128)};
  }
  assert(false);  // no split of the ensemble that the columns are made for
  return {};
}

void BinColumns::fill(const PredictKernels& kernels, const DenseRows& rows, std::size_t first,
                      std::size_t count, std::int8_t* block) const {
  const float* const values = rows.values + first * rows.stride;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    kernels.bin_values(table(columns_[c]), values + columns_[c].feature, rows.stride, count,
                       block + c * kBlockRows);
  }
}

void BinColumns::fill(const PredictKernels& kernels, const SparseRows& rows, std::size_t first,
                      std::size_t count, std::int8_t* block) const {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::memset(block + c * kBlockRows, columns_[c].absent, count);
  }
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t at = rows.offsets[first + row]; at < rows.offsets[first + row + 1]; ++at) {
      const std::size_t feature = rows.features[at];
      if (feature + 1 >= first_column_.size()) continue;
      for (std::size_t c = first_column_[feature]; c < first_column_[feature + 1]; ++c) {
        kernels.bin_values(table(columns_[c]), &rows.values[at], 1, 1,
                           block + c * kBlockRows + row);
      }
    }
  }
}

}  // namespace gbrank
