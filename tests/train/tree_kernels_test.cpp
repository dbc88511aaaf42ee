#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/instruction_set.h"
#include "base/random.h"
#include "train/kernels/kernels.h"

using namespace gbrank;

namespace {

/// The cells of eight columns in both forms, some of which may not be there.
struct Columns {
  std::vector<GradientWord> words;
  std::vector<std::int64_t> gradients;
  std::vector<std::int64_t> rest;
  std::vector<std::uint32_t> value_bins;
  LeafSums total;

  explicit Columns(std::size_t rows)
      : words(rows * kGroupLanes),
        gradients(rows * kGroupLanes),
        rest(rows * kGroupLanes),
        value_bins(kGroupLanes) {}

  void set(std::size_t at, const LeafSums& cell) {
    words[at] = pack(cell);
    gradients[at] = cell.gradient;
    rest[at] = pack_wide(cell.hessian, cell.documents);
  }
  GroupColumns narrow() const { return with({words.data(), nullptr}); }
  GroupColumns wide() const { return with({gradients.data(), rest.data()}); }

 private:
  GroupColumns with(const ConstCells& cells) const {
    GroupColumns columns{cells, {}};
    std::ranges::copy(value_bins, columns.value_bins);
    return columns;
  }
};

LeafSums random_cell(Random& random) {
  if (random.below(4) == 0) return {};
  return {static_cast<std::int64_t>(random.below(20001)) - 10000,
          static_cast<std::int64_t>(random.below(5000)),
          static_cast<std::int64_t>(1 + random.below(9))};
}

/// In a leaf all columns add up to the same; here each has what it lacks in one bin or another.
Columns random_columns(Random& random, std::size_t most_bins, bool has_missing) {
  Columns columns(most_bins + 1);
  std::vector<LeafSums> sums(kGroupLanes);
  for (std::size_t lane = 0; lane < kGroupLanes; ++lane) {
    if (random.below(8) == 0) continue;
    const std::size_t bins = 1 + random.below(most_bins);
    columns.value_bins[lane] = static_cast<std::uint32_t>(bins);
    for (std::size_t i = 0; i < bins + (has_missing && random.below(3) > 0 ? 1 : 0); ++i) {
      const LeafSums cell = random_cell(random);
      columns.set(i * kGroupLanes + lane, cell);
      sums[lane] = sums[lane] + cell;
    }
  }
  for (const LeafSums& sum : sums) {
    columns.total.gradient = std::max(columns.total.gradient, sum.gradient);
    columns.total.hessian = std::max(columns.total.hessian, sum.hessian);
    columns.total.documents = std::max(columns.total.documents, sum.documents);
  }
  ++columns.total.documents;  // no sums without documents
  for (std::size_t lane = 0; lane < kGroupLanes; ++lane) {
    const std::size_t at = random.below(columns.value_bins[lane] + 1) * kGroupLanes + lane;
    if (columns.value_bins[lane] == 0) continue;
    if (!has_missing && at / kGroupLanes == columns.value_bins[lane]) continue;
    columns.set(at,
                unpack_wide(columns.gradients[at], columns.rest[at]) + columns.total - sums[lane]);
  }
  return columns;
}

std::vector<Cut> cuts_of(const TreeKernels& kernels, const GroupColumns& columns,
                         const LeafSums& total, const CutRules& rules, double above) {
  std::vector<Cut> cuts(kGroupLanes);
  kernels.best_cuts(columns, total, rules, above, cuts.data());
  return cuts;
}

bool same(const Cut& a, const Cut& b) {
  return a.score == b.score && a.bin == b.bin && a.missing_left == b.missing_left;
}

bool same(const std::vector<Cut>& a, const std::vector<Cut>& b) {
  return std::ranges::equal(a, b, [](const Cut& x, const Cut& y) { return same(x, y); });
}

}  // namespace

TEST_CASE("every table of tree kernels that this machine can run is on the list") {
  std::vector<std::string> expected = {"exact", "portable"};
  if (has_avx2()) expected.push_back("avx2");
  if (has_avx512()) expected.push_back("avx512");
  std::vector<std::string> found;
  for (const TreeKernels* kernels : all_tree_kernels()) found.push_back(kernels->name);
  CHECK(found == expected);
  CHECK(found.back() == fastest_tree_kernels().name);
}

TEST_CASE("all tables find the same cuts with the same scores, bit for bit") {
  Random random(17);
  int found = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const std::size_t bins = trial % 3 == 0 ? 1 + random.below(12) : 1 + random.below(255);
    const Columns columns = random_columns(random, bins, trial % 2 == 0);
    const CutRules rules{static_cast<double>(1 + random.below(20)),
                         static_cast<double>(1 + random.below(3000)),
                         trial % 5 == 0 ? 100 * random.uniform() : 0};
    const double above = trial % 4 == 0 ? 1e4 * random.uniform() : 0;
    const std::vector<Cut> expected =
        cuts_of(*all_tree_kernels().front(), columns.narrow(), columns.total, rules, above);
    for (std::size_t lane = 0; lane < kGroupLanes; ++lane) {
      found += expected[lane].score > 0;
      if (columns.value_bins[lane] == 0) CHECK(expected[lane].score == 0);
    }
    CAPTURE(trial);
    for (const TreeKernels* kernels : all_tree_kernels()) {
      CAPTURE(kernels->name);
      CHECK(same(expected, cuts_of(*kernels, columns.narrow(), columns.total, rules, above)));
      CHECK(same(expected, cuts_of(*kernels, columns.wide(), columns.total, rules, above)));
    }
  }
  CHECK(found > 4000);
}

TEST_CASE("sums that only wide cells hold are cut like small ones") {
  // The largest that QuantisedGradients allows, in three bins; nobody is missing.
  Columns columns(4);
  columns.value_bins[5] = 3;
  const LeafSums cells[] = {
      {1LL << 41, 1LL << 30, 1LL << 28}, {-(1LL << 41), 1LL << 30, 1LL << 28}, {-5, 3, 1LL << 28}};
  for (std::size_t bin = 0; bin < 3; ++bin) {
    columns.gradients[bin * kGroupLanes + 5] = cells[bin].gradient;
    columns.rest[bin * kGroupLanes + 5] = pack_wide(cells[bin].hessian, cells[bin].documents);
    columns.total = columns.total + cells[bin];
  }
  for (const TreeKernels* kernels : all_tree_kernels()) {
    const Cut cut = cuts_of(*kernels, columns.wide(), columns.total, {1, 1, 0}, 0)[5];
    CHECK(cut.bin == 0);
    CHECK(cut.score == doctest::Approx(0x1p82 / 0x1p30 * 2).epsilon(1e-6));
  }
}

TEST_CASE("words are put and added to cells, in one word or in two, and zeros remain") {
  Random random(31);
  constexpr std::size_t kCount = 5 * kGroupLanes;
  for (const TreeKernels* kernels : all_tree_kernels()) {
    CAPTURE(kernels->name);
    for (const bool wide : {false, true}) {
      std::vector<std::int64_t> first(kCount, 12345);  // from an earlier leaf
      std::vector<std::int64_t> second(kCount, 54321);
      const Cells cells{first.data(), wide ? second.data() : nullptr};
      std::vector<LeafSums> expected(kCount);
      // More documents than a word takes, where there are two.
      for (int time = 0; time < (wide ? 1000 : 3); ++time) {
        std::vector<GradientWord> words;
        for (LeafSums& sum : expected) {
          LeafSums cell = random_cell(random);
          if (wide) cell.documents *= 1000;
          sum = sum + cell;
          words.push_back(pack(cell));
        }
        kernels->move_words(words.data(), kCount, time > 0, cells);
        CHECK(words == std::vector<GradientWord>(kCount));
      }
      for (std::size_t i = 0; i < kCount; ++i) {
        CHECK((wide ? unpack_wide(first[i], second[i]) : unpack(first[i])) == expected[i]);
      }
    }
  }
}

TEST_CASE("the parent less one child is the other child, whatever is wide") {
  Random random(32);
  constexpr std::size_t kCount = 3 * kGroupLanes;
  struct Sums {
    std::vector<std::int64_t> first = std::vector<std::int64_t>(kCount);
    std::vector<std::int64_t> second;

    explicit Sums(bool wide) : second(wide ? kCount : 0) {}
    Cells cells() { return {first.data(), second.empty() ? nullptr : second.data()}; }
    ConstCells const_cells() { return {first.data(), second.empty() ? nullptr : second.data()}; }
    void set(std::size_t i, const LeafSums& sums) {
      first[i] = second.empty() ? pack(sums) : sums.gradient;
      if (!second.empty()) second[i] = pack_wide(sums.hessian, sums.documents);
    }
    LeafSums get(std::size_t i) const {
      return second.empty() ? unpack(first[i]) : unpack_wide(first[i], second[i]);
    }
  };
  for (const TreeKernels* kernels : all_tree_kernels()) {
    CAPTURE(kernels->name);
    for (int kind = 0; kind < 8; ++kind) {
      const bool parent_wide = (kind & 1) != 0;
      const bool child_wide = (kind & 2) != 0;
      const bool other_wide = (kind & 4) != 0;
      if (!parent_wide && (child_wide || other_wide)) continue;
      Sums parent(parent_wide);
      Sums child(child_wide);
      Sums other(other_wide);
      std::vector<LeafSums> expected;
      for (std::size_t i = 0; i < kCount; ++i) {
        expected.push_back(random_cell(random));
        child.set(i, random_cell(random));
        parent.set(i, child.get(i) + expected[i]);
      }
      kernels->subtract(parent.const_cells(), child.const_cells(), kCount, other.cells());
      for (std::size_t i = 0; i < kCount; ++i) CHECK(other.get(i) == expected[i]);
      if (parent_wide != other_wide) continue;
      kernels->subtract(parent.const_cells(), child.const_cells(), kCount, parent.cells());
      for (std::size_t i = 0; i < kCount; ++i) CHECK(parent.get(i) == expected[i]);
    }
  }
}

TEST_CASE("all tables add the same words to the same cells, for any set of lanes") {
  Random random(23);
  const std::size_t rows_in_tile = 500;
  std::vector<std::uint8_t> tile(rows_in_tile * kTileLanes);
  for (std::uint8_t& bin : tile) bin = static_cast<std::uint8_t>(random.below(256));
  for (std::size_t lane_count = 1; lane_count <= kTileLanes; ++lane_count) {
    for (int trial = 0; trial < 6; ++trial) {
      // The first ones, or any.
      std::vector<std::uint8_t> lanes;
      while (lanes.size() < lane_count) {
        const auto lane = static_cast<std::uint8_t>(trial == 0 ? lanes.size() : random.below(16));
        if (std::ranges::find(lanes, lane) == lanes.end()) lanes.push_back(lane);
      }
      std::ranges::sort(lanes);
      std::vector<std::uint32_t> rows;
      std::vector<GradientWord> words;
      // Shorter and longer than what is fetched ahead.
      for (std::size_t i = random.below(40); i < (trial < 3 ? 50U : 500U);
           i += 1 + random.below(3)) {
        rows.push_back(static_cast<std::uint32_t>(i));
        words.push_back(static_cast<GradientWord>(random.next()));
      }
      std::vector<GradientWord> expected(kTileLanes / kGroupLanes * kGroupCells);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = 0; k < lane_count; ++k) {
          const std::size_t value = tile[rows[i] * kTileLanes + lanes[k]];
          auto& cell = expected[(k / 8 * 256 + value) * 8 + k % 8];
          cell = static_cast<GradientWord>(static_cast<std::uint64_t>(cell) +
                                           static_cast<std::uint64_t>(words[i] >> 12));
        }
        words[i] >>= 12;  // so that sums cannot overflow
      }
      for (const TreeKernels* kernels : all_tree_kernels()) {
        CAPTURE(kernels->name);
        std::vector<GradientWord> cells(expected.size());
        kernels->add_rows({tile.data(), rows.data(), words.data(), rows.size()}, lanes.data(),
                          lane_count, cells.data());
        CHECK(cells == expected);
        // Rows that stand in order need no numbers.
        std::vector<std::uint8_t> in_order;
        for (const std::uint32_t row : rows) {
          const std::uint8_t* bins = tile.data() + row * kTileLanes;
          in_order.insert(in_order.end(), bins, bins + kTileLanes);
        }
        std::ranges::fill(cells, 0);
        kernels->add_rows({in_order.data(), nullptr, words.data(), rows.size()}, lanes.data(),
                          lane_count, cells.data());
        CHECK(cells == expected);
      }
    }
  }
}
