#include "train/histogram.h"

#include <doctest/doctest.h>

#include "base/random.h"
#include "support/random_letor.h"

using namespace gbrank;

namespace {

struct Setting {
  Dataset data;
  HistogramLayout layout{data.binning()};
  std::vector<PackedSum> gradients;

  explicit Setting(const test::RandomLetor& shape)
      : data(parse_dataset(test::random_letor(shape), "text")), gradients(data.rows()) {
    Random random(5);
    for (PackedSum& g : gradients) {
      g = pack(static_cast<std::int64_t>(random.below(2001)) - 1000,
               static_cast<std::int64_t>(random.below(1000)));
    }
  }

  /// Every cell by going through all rows for it.
  Histogram brute_force(std::span<const std::uint32_t> rows) const {
    Histogram histogram(layout);
    for (std::size_t column = 0; column < data.columns(); ++column) {
      for (const std::uint32_t row : rows) {
        const std::size_t cell = layout.first(column) + data.bin(row, column);
        histogram.sums[cell] += gradients[row];
        histogram.counts[cell] += 1;
      }
    }
    return histogram;
  }
};

std::vector<std::uint32_t> every(std::size_t step, std::size_t rows) {
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < rows; i += step) result.push_back(static_cast<std::uint32_t>(i));
  return result;
}

}  // namespace

TEST_CASE("histograms are what going through all rows for each bin gives") {
  // Fewer columns than a tile, exactly one tile, and tiles with a rest.
  for (const std::size_t features : {1U, 5U, 16U, 17U, 45U}) {
    CAPTURE(features);
    const Setting s({.features = features, .missing = 0.1});
    const std::vector<std::uint8_t> all_tiles(s.data.tiles(), 1);
    for (const std::size_t step : {1U, 3U, 1000U}) {
      const std::vector<std::uint32_t> rows = every(step, s.data.rows());
      const Histogram expected = s.brute_force(rows);
      for (const int threads : {1, 2, 3}) {
        Histogram histogram(s.layout);
        std::fill(histogram.sums.begin(), histogram.sums.end(), 12345);  // from an earlier leaf
        build_histogram(s.data, s.layout, rows, s.gradients.data(), all_tiles, threads, histogram);
        CHECK(histogram.sums == expected.sums);
        CHECK(histogram.counts == expected.counts);
      }
    }
  }
}

TEST_CASE("only the tiles that are wanted are filled") {
  const Setting s({.features = 33});
  const std::vector<std::uint32_t> rows = every(1, s.data.rows());
  Histogram histogram(s.layout);
  build_histogram(s.data, s.layout, rows, s.gradients.data(), std::vector<std::uint8_t>{0, 1, 0}, 2,
                  histogram);
  const Histogram expected = s.brute_force(rows);
  for (std::size_t i = 0; i < s.layout.size(); ++i) {
    const bool wanted = i >= s.layout.first(16) && i < s.layout.first(32);
    CHECK(histogram.counts[i] == (wanted ? expected.counts[i] : 0));
  }
}

TEST_CASE("the parent less one child is the other child") {
  const Setting s({.features = 20, .missing = 0.2});
  const std::vector<std::uint8_t> all_tiles(s.data.tiles(), 1);
  std::vector<std::uint32_t> child;
  std::vector<std::uint32_t> other;
  for (std::uint32_t row = 0; row < s.data.rows(); ++row) {
    (row % 3 == 0 ? child : other).push_back(row);
  }
  Histogram parent = s.brute_force(every(1, s.data.rows()));
  subtract_histogram(parent, s.brute_force(child), 2);
  const Histogram expected = s.brute_force(other);
  CHECK(parent.sums == expected.sums);
  CHECK(parent.counts == expected.counts);
}
