#include "train/partition.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_letor.h"

using namespace gbrank;

TEST_CASE("a partition is the stable one, for any number of threads and any direction of missing") {
  // More rows than a block of the parallel partition.
  std::size_t values = 0;
  SUBCASE("columns that have a byte each") { values = 100; }
  SUBCASE("columns that share one") { values = 12; }
  const Dataset data = parse_dataset(
      test::random_letor(
          {.queries = 60, .documents = 400, .features = 18, .missing = 0.1, .values = values}),
      "text");
  const int some = static_cast<int>(values) / 4;
  for (const std::uint32_t column : {0U, 17U}) {
    const std::uint8_t missing = data.binning().columns[column].missing_bin();
    for (const auto& [missing_left, bin] :
         {std::pair{false, some}, {true, some}, {false, 2 * some}}) {
      for (const int threads : {1, 2, 3}) {
        std::vector<std::uint32_t> rows(data.rows() - 7);
        std::iota(rows.begin(), rows.end(), 7U);
        std::vector<GradientWord> words(data.rows());
        std::iota(words.begin(), words.end(), GradientWord{5000});
        Split split;
        split.column = column;
        split.bin = static_cast<std::uint8_t>(bin);
        split.missing_left = missing_left;
        std::vector<std::uint32_t> expected = rows;
        const auto middle =
            std::stable_partition(expected.begin(), expected.end(), [&](std::uint32_t row) {
              const std::uint8_t its = data.bin(row, column);
              return its == missing ? split.missing_left : its <= split.bin;
            });
        const auto expected_left = static_cast<std::size_t>(middle - expected.begin());
        std::vector<GradientWord> leaf_words(rows.size());
        std::vector<std::uint32_t> scratch(rows.size());
        const std::size_t left =
            partition_rows(data, split, words, {rows, leaf_words, scratch}, threads);
        CHECK(left == expected_left);
        CHECK(rows == expected);
        // The words of the smaller side stand where its rows do.
        const bool left_is_smaller = 2 * left <= rows.size();
        bool words_follow = true;
        for (std::size_t i = left_is_smaller ? 0 : left; i < (left_is_smaller ? left : rows.size());
             ++i) {
          words_follow = words_follow && leaf_words[i] == 5000 + rows[i];
        }
        CHECK(words_follow);
      }
    }
  }
}
