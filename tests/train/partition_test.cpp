#include "train/partition.h"

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
        std::vector<std::uint32_t> rows(data.rows() - 7);
        std::iota(rows.begin(), rows.end(), 7U);
        Split split;
        split.column = column;
        split.bin = 20;
        split.missing_left = missing_left;
        std::vector<std::uint32_t> expected = rows;
        const auto middle =
            std::stable_partition(expected.begin(), expected.end(), [&](std::uint32_t row) {
              const std::uint8_t bin = data.bin(row, column);
              return bin == missing ? missing_left : bin <= 20;
            });
        std::vector<std::uint32_t> scratch(rows.size());
        const std::size_t left = partition_rows(data, split, rows, scratch, threads);
        CHECK(left == static_cast<std::size_t>(middle - expected.begin()));
        CHECK(rows == expected);
      }
    }
  }
}
