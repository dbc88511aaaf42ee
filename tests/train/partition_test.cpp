#include "train/partition.h"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

#include "support/random_letor.h"

using namespace gbrank;

TEST_CASE("a partition is the stable one, for any number of threads and any direction of missing") {
  // More rows than a block of the parallel partition.
  const Dataset data = parse_dataset(
      test::random_letor({.queries = 60, .documents = 400, .features = 18, .missing = 0.1}),
      "text");
  for (const std::uint32_t column : {0U, 17U}) {
    const std::uint8_t missing = data.binning().columns[column].missing_bin();
    for (const bool missing_left : {false, true}) {
      for (const int threads : {1, 2, 3}) {
        // From the seventh row on; what stands before must stay as it is.
        RowList from;
        from.resize(data.rows());
        std::iota(from.rows.begin(), from.rows.end(), 0U);
        std::iota(from.words.begin(), from.words.end(), GradientWord{5000});
        Split split;
        split.column = column;
        split.bin = 20;
        split.missing_left = missing_left;
        std::vector<std::uint32_t> expected = from.rows;
        const auto middle =
            std::stable_partition(expected.begin() + 7, expected.end(), [&](std::uint32_t row) {
              const std::uint8_t bin = data.bin(row, column);
              return bin == missing ? missing_left : bin <= 20;
            });
        RowList to;
        to.resize(data.rows());
        std::iota(to.rows.begin(), to.rows.begin() + 7, 0U);
        std::iota(to.words.begin(), to.words.begin() + 7, GradientWord{5000});
        std::vector<std::uint8_t> goes_left(data.rows());
        const std::size_t left =
            partition_rows(data, split, from, 7, data.rows(), to, goes_left, threads);
        CHECK(left == static_cast<std::size_t>(middle - expected.begin()) - 7);
        CHECK(to.rows == expected);
        bool words_follow = true;
        for (std::size_t i = 0; i < expected.size(); ++i) {
          words_follow = words_follow && to.words[i] == 5000 + to.rows[i];
        }
        CHECK(words_follow);
      }
    }
  }
}
