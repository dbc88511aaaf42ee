#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"
#include "train/kernels/kernels.h"

using namespace gbrank;

namespace {

/// The cells of a column in both forms.
struct Column {
  std::vector<GradientWord> words;
  std::vector<std::int64_t> gradients;
  std::vector<std::int64_t> rest;
  std::size_t value_bins;
  LeafSums total;

  ColumnCells narrow() const { return {words.data(), nullptr, value_bins}; }
  ColumnCells wide() const { return {gradients.data(), rest.data(), value_bins}; }
};

Column random_column(Random& random, std::size_t value_bins, bool has_missing) {
  Column column{{}, {}, {}, value_bins, {}};
  for (std::size_t i = 0; i <= value_bins; ++i) {
    LeafSums cell;
    if (random.below(4) > 0 && (i < value_bins || has_missing)) {
      cell.documents = static_cast<std::int64_t>(1 + random.below(9));
      cell.gradient = static_cast<std::int64_t>(random.below(20001)) - 10000;
      cell.hessian = static_cast<std::int64_t>(random.below(5000));
    }
    column.words.push_back(pack(cell));
    column.gradients.push_back(cell.gradient);
    column.rest.push_back(pack_wide(cell.hessian, cell.documents));
    column.total = column.total + cell;
  }
  return column;
}

bool same(const Cut& a, const Cut& b) {
  return a.score == b.score && a.bin == b.bin && a.missing_left == b.missing_left;
}

}  // namespace

TEST_CASE("every table of tree kernels that this machine can run is on the list") {
  std::vector<std::string> expected = {"exact", "portable"};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) expected.push_back("avx2");
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
    expected.push_back("avx512");
  }
#endif
  std::vector<std::string> found;
  for (const TreeKernels* kernels : all_tree_kernels()) found.push_back(kernels->name);
  CHECK(found == expected);
  CHECK(found.back() == fastest_tree_kernels().name);
}

TEST_CASE("all tables find the same cut with the same score, bit for bit") {
  Random random(17);
  int found = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t bins = trial % 3 == 0 ? 1 + random.below(12) : 1 + random.below(255);
    const Column column = random_column(random, bins, trial % 2 == 0);
    const CutRules rules{static_cast<double>(1 + random.below(20)),
                         static_cast<double>(1 + random.below(3000)),
                         trial % 5 == 0 ? 100 * random.uniform() : 0};
    const double above = trial % 4 == 0 ? 1e4 * random.uniform() : 0;
    const Cut expected =
        all_tree_kernels().front()->best_cut(column.narrow(), column.total, rules, above);
    found += expected.score > 0;
    CAPTURE(trial);
    for (const TreeKernels* kernels : all_tree_kernels()) {
      CAPTURE(kernels->name);
      CHECK(same(expected, kernels->best_cut(column.narrow(), column.total, rules, above)));
      CHECK(same(expected, kernels->best_cut(column.wide(), column.total, rules, above)));
    }
  }
  CHECK(found > 1500);
}

TEST_CASE("sums that only wide cells hold are cut like small ones") {
  // The largest that QuantisedGradients allows, in three bins.
  Column column{{}, {}, {}, 3, {}};
  const LeafSums cells[] = {{1LL << 41, 1LL << 30, 1LL << 28},
                            {-(1LL << 41), 1LL << 30, 1LL << 28},
                            {-5, 3, 1LL << 28},
                            {}};  // nobody is missing
  for (const LeafSums& cell : cells) {
    column.gradients.push_back(cell.gradient);
    column.rest.push_back(pack_wide(cell.hessian, cell.documents));
    column.total = column.total + cell;
  }
  for (const TreeKernels* kernels : all_tree_kernels()) {
    const Cut cut = kernels->best_cut(column.wide(), column.total, {1, 1, 0}, 0);
    CHECK(cut.bin == 0);
    CHECK(cut.score == doctest::Approx(0x1p82 / 0x1p30 * 2).epsilon(1e-6));
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
      std::vector<GradientWord> expected(kTileLanes * kLaneCells);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = 0; k < lane_count; ++k) {
          auto& cell = expected[k * kLaneCells + tile[rows[i] * kTileLanes + lanes[k]]];
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
