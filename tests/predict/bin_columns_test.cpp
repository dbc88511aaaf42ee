#include "predict/bin_columns.h"

#include <doctest/doctest.h>

#include "base/instruction_set.h"
#include "support/random_shapes.h"

using namespace gbrank;

namespace {

/// An ensemble of stumps on one feature.
Ensemble stumps(const std::vector<std::pair<float, bool>>& splits) {
  Ensemble ensemble;
  ensemble.feature_names = {"a"};
  for (const auto& [threshold, missing_left] : splits) {
    ensemble.trees.push_back({{0}, {threshold}, {missing_left}, {~0}, {~1}, {1}, {1, 2}, {1, 1}});
  }
  check(ensemble);
  return ensemble;
}

}  // namespace

TEST_CASE("a feature has one column, also where missing values stand between its thresholds") {
  CHECK(BinColumns(stumps({})).size() == 0);
  CHECK(BinColumns(stumps({{1, true}, {2, true}, {1, true}})).size() == 1);
  CHECK(BinColumns(stumps({{-1, false}, {2, true}, {0, true}})).size() == 1);
}

TEST_CASE("a feature has two columns where no value is on the sides of a missing one") {
  CHECK(BinColumns(stumps({{1, true}, {2, false}})).size() == 2);
  CHECK(BinColumns(stumps({{1, true}, {1, false}})).size() == 2);
}

TEST_CASE("a feature has as many columns as its thresholds take") {
  for (const auto& [thresholds, columns] : {std::pair{255, 1U}, {256, 2U}, {510, 2U}, {511, 3U}}) {
    std::vector<std::pair<float, bool>> splits;
    for (int i = 0; i < thresholds; ++i) splits.push_back({static_cast<float>(i), i >= 100});
    CHECK(BinColumns(stumps(splits)).size() == columns);
  }
}

TEST_CASE("every table of prediction kernels that this machine can run is on the list") {
  std::vector<std::string> expected = {"exact", "portable"};
  if (has_avx2()) expected.push_back("avx2");
  if (has_avx512()) expected.push_back("avx512");
  std::vector<std::string> found;
  for (const PredictKernels* kernels : all_predict_kernels()) found.push_back(kernels->name);
  CHECK(found == expected);
  CHECK(found.back() == fastest_predict_kernels().name);
}

TEST_CASE("a byte tells the side of a row for every threshold, with every table of kernels") {
  Random random(6);
  for (const std::size_t thresholds : {1U, 15U, 16U, 17U, 31U, 32U, 100U, 240U, 255U, 700U}) {
    for (const bool is_plain : {true, false}) {
      std::vector<std::pair<float, bool>> splits;
      for (std::size_t i = 0; i < thresholds; ++i) {
        if (is_plain) {
          splits.push_back({static_cast<float>(i) / 4, i >= thresholds / 2});
        } else {
          splits.push_back({test::awkward_number(random, thresholds), random.below(2) == 0});
        }
      }
      const Ensemble ensemble = stumps(splits);
      const BinColumns columns(ensemble);
      std::vector<float> values =
          test::awkward_rows(random, {1, 1, 1, thresholds + 10}, kBlockRows, true);
      values[3] = std::numeric_limits<float>::infinity();
      values[4] = -std::numeric_limits<float>::infinity();
      std::vector<std::int8_t> expected;
      for (const PredictKernels* kernels : all_predict_kernels()) {
        CAPTURE(kernels->name);
        std::vector<std::int8_t> block(columns.size() * kBlockRows);
        columns.fill(*kernels, DenseRows{values.data(), kBlockRows, 1}, 0, kBlockRows,
                     block.data());
        int wrong = 0;
        for (const auto& [threshold, missing_left] : splits) {
          const auto [column, bin] = columns.place(0, threshold, missing_left);
          for (std::size_t row = 0; row < kBlockRows; ++row) {
            const bool goes_left =
                std::isnan(values[row]) ? missing_left : values[row] <= threshold;
            wrong += goes_left == (block[column * kBlockRows + row] > bin);
          }
        }
        CHECK(wrong == 0);
        if (expected.empty()) expected = block;
        CHECK(block == expected);
      }
    }
  }
}
