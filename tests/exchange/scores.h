#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "gbrank/predictor.h"

#include "exchange/export_checks.h"
#include "support/judged_rows.h"

namespace gbrank::test {

inline std::vector<double> scores_of(const Ensemble& ensemble, const JudgedRows& data) {
  std::vector<double> scores(data.rows());
  Predictor(ensemble).score({data.values.data(), data.rows(), data.columns}, scores);
  return scores;
}

/// As our reader of a format takes an export.
inline std::vector<double> scores_of(const Consumer& consumer, const JudgedRows& data) {
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

}  // namespace gbrank::test
