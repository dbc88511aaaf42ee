#include "data/bin_places.h"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

#include "base/random.h"

using namespace gbrank;

namespace {

/// Columns with so many bins, that of missing values included.
Binning columns_with(const std::vector<std::size_t>& bins) {
  Binning binning;
  for (const std::size_t count : bins) {
    FeatureBins& column = binning.columns.emplace_back();
    column.feature = static_cast<std::uint32_t>(binning.columns.size() - 1);
    column.upper_bounds.resize(count - 2);
    std::iota(column.upper_bounds.begin(), column.upper_bounds.end(), 0.0F);
  }
  return binning;
}

std::size_t bytes_for(const std::vector<std::size_t>& bins) {
  return bytes_of_row(place_bins(columns_with(bins)));
}

}  // namespace

TEST_CASE("every column's bin can be told from the byte, whatever the others are") {
  Random random(random_key(41));
  for (int trial = 0; trial < 200; ++trial) {
    CAPTURE(trial);
    std::vector<std::size_t> bins(1 + random.below(60));
    const std::size_t most = std::size_t{2} << random.below(8);
    for (std::size_t& count : bins) count = 2 + random.below(most - 1);
    const std::vector<BinPlace> places = place_bins(columns_with(bins));
    const std::vector<std::size_t> codes = values_of_bytes(places);
    REQUIRE(places.size() == bins.size());
    REQUIRE(codes.size() <= bins.size());
    for (const std::size_t count : codes) CHECK(count <= 256);
    for (int row = 0; row < 20; ++row) {
      std::vector<std::size_t> values(codes.size());
      std::vector<std::size_t> chosen;
      for (std::size_t c = 0; c < bins.size(); ++c) {
        CHECK(places[c].bins == bins[c]);
        // The largest ones in the first row.
        chosen.push_back(row == 0 ? bins[c] - 1 : random.below(bins[c]));
        values[places[c].byte] += chosen.back() * places[c].unit;
      }
      for (std::size_t b = 0; b < codes.size(); ++b) {
        if (row == 0) CHECK(values[b] == codes[b] - 1);
        REQUIRE(values[b] < codes[b]);
      }
      for (std::size_t c = 0; c < bins.size(); ++c) {
        CHECK(places[c].bin(static_cast<std::uint8_t>(values[places[c].byte])) == chosen[c]);
      }
    }
  }
}

TEST_CASE("columns share bytes as far as these go") {
  CHECK(bytes_for({}) == 0);
  CHECK(bytes_for({256}) == 1);
  CHECK(bytes_for({256, 256, 2}) == 3);
  CHECK(bytes_for({129, 2, 2}) == 2);
  CHECK(bytes_for({128, 2}) == 1);
  CHECK(bytes_for({16, 16}) == 1);
  CHECK(bytes_for({17, 16}) == 2);
  CHECK(bytes_for({2, 2, 2, 2, 2, 2, 2, 2}) == 1);
  CHECK(bytes_for({2, 2, 2, 2, 2, 2, 2, 2, 2}) == 2);
  CHECK(bytes_for({3, 3, 3, 3, 3}) == 1);  // 243 values
  // The largest first: 85 with 3 and 64 with 4, which first come first served would part.
  CHECK(bytes_for({3, 4, 64, 85}) == 2);
}

TEST_CASE("a byte stands where its first column would, and others keep their order") {
  const std::vector<BinPlace> places = place_bins(columns_with({200, 10, 201, 20, 202}));
  CHECK(places[0] == BinPlace{0, 1, 200});
  CHECK(places[1] == BinPlace{1, 20, 10});
  CHECK(places[2] == BinPlace{2, 1, 201});
  CHECK(places[3] == BinPlace{1, 1, 20});
  CHECK(places[4] == BinPlace{3, 1, 202});
}

TEST_CASE("many columns, none of which can share, are placed at once") {
  // With a look at every byte for every column this would take hours.
  CHECK(bytes_for(std::vector<std::size_t>(400000, 50)) == 400000);
}
