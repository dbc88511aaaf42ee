#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "gbrank/predictor.h"

#include "exchange/format.h"
#include "support/dense_rows.h"

namespace gbrank::test {

inline const ExchangeFormat& exchange_format(std::string_view name) {
  for (const ExchangeFormat& format : exchange_formats()) {
    if (format.name == name) return format;
  }
  throw std::runtime_error("no format " + std::string(name));
}

inline std::vector<double> scores_of(const Ensemble& ensemble, const DenseRows& data) {
  std::vector<double> scores(data.rows());
  Predictor(ensemble).score_rows(data.values, scores);
  return scores;
}

/// As our reader of a format takes an export.
inline std::vector<double> scores_of(const Consumer& consumer, const DenseRows& data) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < data.rows(); ++i) scores.push_back(consumer.score(data.row(i)));
  return scores;
}

/// Whether all are the same, down to the sign of a zero.
template <typename T>
bool same_bits(std::span<const T> a, std::span<const double> b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = static_cast<double>(a[i]);
    if (std::bit_cast<std::uint64_t>(x) != std::bit_cast<std::uint64_t>(b[i])) return false;
  }
  return true;
}
template <typename T>
bool same_bits(const std::vector<T>& a, const std::vector<double>& b) {
  return same_bits(std::span<const T>(a), std::span<const double>(b));
}

/// The most by which a sum of these values in float32 can be wrong: half a unit in the last place
/// for each rounding of a leaf and of a sum.
inline double float32_error(const Ensemble& ensemble) {
  double largest = std::abs(ensemble.base_score);
  for (const Tree& tree : ensemble.trees) {
    double value = 0;
    for (const double leaf : tree.value) value = std::max(value, std::abs(leaf));
    largest += value;
  }
  return static_cast<double>(2 * ensemble.trees.size() + 2) * largest * 0x1.0p-24;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Pairs of rows that one list of scores orders in one way and the other in the opposite way.
inline std::size_t swapped_pairs(const std::vector<double>& a, const std::vector<double>& b) {
  std::size_t swapped = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) swapped += (a[i] - a[j]) * (b[i] - b[j]) < 0 ? 1 : 0;
  }
  return swapped;
}

}  // namespace gbrank::test
