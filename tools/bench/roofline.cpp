// roofline [ROWS [MODEL]]: what histograms cost at least on this machine: nanoseconds a cell (one
// document in one column) on one thread for several layouts and sums, for all rows and for random
// subsets; how fast the bins can be read at all; and, for a model that was trained on data of this
// shape, how many cells its trees took. 136 columns, as MSLR has. Least of many repetitions.

#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gbrank/model_io.h"

#include "base/aligned.h"
#include "base/random.h"
#include "train/kernels/kernels.h"

namespace {

using namespace gbrank;

constexpr std::size_t kColumns = 136;
constexpr std::size_t kTiles = (kColumns + kTileLanes - 1) / kTileLanes;

volatile std::int64_t sink = 0;

/// Processor time of this thread, so that other work on the machine does not count.
double seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  };
  double least = std::numeric_limits<double>::infinity();
  for (int repeat = 0; repeat < 7; ++repeat) {
    const double start = now();
    work();
    least = std::min(least, now() - start);
  }
  return least;
}

/// Random bins as tiles, as whole rows and as whole columns; a third of the columns have few.
struct Data {
  std::size_t rows;
  AlignedVector<std::uint8_t> tiles;
  AlignedVector<std::uint8_t> by_row;
  AlignedVector<std::uint8_t> by_column;

  explicit Data(std::size_t n)
      : rows(n), tiles(n * kTiles * kTileLanes), by_row(n * kColumns), by_column(n * kColumns) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      Random random(random_key(1, c));
      for (std::size_t r = 0; r < n; ++r) {
        const auto bin = static_cast<std::uint8_t>(random.below(c % 3 == 0 ? 8 : 255));
        tiles[((c / kTileLanes) * n + r) * kTileLanes + c % kTileLanes] = bin;
        by_row[r * kColumns + c] = bin;
        by_column[c * n + r] = bin;
      }
    }
  }
};

/// Leaves that have every so many-th row, at random; together they are all rows.
std::vector<std::vector<std::uint32_t>> leaves_of(std::size_t rows, std::size_t count) {
  std::vector<std::vector<std::uint32_t>> leaves(count);
  Random random(3);
  for (std::uint32_t row = 0; row < rows; ++row) leaves[random.below(count)].push_back(row);
  return leaves;
}

struct Doubles {
  double gradient = 0;
  double hessian = 0;
};

void measure(const Data& data) {
  const std::size_t n = data.rows;
  std::vector<GradientWord> words(n);
  std::iota(words.begin(), words.end(), GradientWord{1});
  const std::vector<Doubles> pairs(n, Doubles{0.5, 0.25});
  std::uint8_t lanes[kTileLanes];
  std::iota(std::begin(lanes), std::end(lanes), std::uint8_t{0});
  AlignedVector<GradientWord> cells(kTileLanes * kLaneCells);
  AlignedVector<std::uint32_t> counts(kTileLanes * kLaneCells);
  AlignedVector<Doubles> doubles(kColumns * kLaneCells);

  fmt::print("{:<44}{:>12}{:>12}{:>12}\n", "nanoseconds a cell, one thread", "all rows", "1 in 8",
             "1 in 30");
  using Leaf = std::vector<std::uint32_t>;
  const auto line = [&](const std::string& name, const std::function<void(const Leaf&)>& work) {
    fmt::print("{:<44}", name);
    for (const std::size_t count : {1U, 8U, 30U}) {
      const std::vector<Leaf> leaves = leaves_of(n, count);
      const double seconds = seconds_of([&] {
        for (const Leaf& leaf : leaves) work(leaf);
      });
      fmt::print("{:>12.3f}", seconds / static_cast<double>(n * kColumns) * 1e9);
    }
    fmt::print("\n");
    std::fflush(stdout);
  };

  line("two doubles, whole rows", [&](const Leaf& leaf) {
    for (const std::uint32_t row : leaf) {
      const std::uint8_t* bins = data.by_row.data() + row * kColumns;
      for (std::size_t c = 0; c < kColumns; ++c) {
        Doubles& cell = doubles[c * kLaneCells + bins[c]];
        cell.gradient += pairs[row].gradient;
        cell.hessian += pairs[row].hessian;
      }
    }
  });
  line("two doubles, whole columns", [&](const Leaf& leaf) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      const std::uint8_t* bins = data.by_column.data() + c * n;
      for (const std::uint32_t row : leaf) {
        Doubles& cell = doubles[c * kLaneCells + bins[row]];
        cell.gradient += pairs[row].gradient;
        cell.hessian += pairs[row].hessian;
      }
    }
  });
  line("a word and a count, tiles of 16", [&](const Leaf& leaf) {
    for (std::size_t t = 0; t < kTiles; ++t) {
      const std::uint8_t* tile = data.tiles.data() + t * n * kTileLanes;
      const std::size_t wanted = std::min(kTileLanes, kColumns - t * kTileLanes);
      for (const std::uint32_t row : leaf) {
        for (std::size_t k = 0; k < wanted; ++k) {
          const std::size_t cell = k * kLaneCells + tile[row * kTileLanes + k];
          cells[cell] += words[row];
          ++counts[cell];
        }
      }
    }
  });
  for (const TreeKernels* kernels : all_tree_kernels()) {
    line(fmt::format("one word, tiles of 16: gbrank, {}", kernels->name), [&](const Leaf& leaf) {
      for (std::size_t t = 0; t < kTiles; ++t) {
        kernels->add_rows(
            {data.tiles.data() + t * n * kTileLanes, leaf.data(), words.data(), leaf.size()}, lanes,
            std::min(kTileLanes, kColumns - t * kTileLanes), cells.data());
      }
    });
  }
  // The same memory, read and added up without any cells.
  line("reading the same words of bins, nothing else", [&](const Leaf& leaf) {
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < kTiles; ++t) {
      const std::uint8_t* tile = data.tiles.data() + t * n * kTileLanes;
      for (std::size_t i = 0; i < leaf.size(); ++i) {
        __builtin_prefetch(tile + leaf[std::min(i + 64, leaf.size() - 1)] * kTileLanes, 0, 2);
        std::uint64_t word[2];
        std::memcpy(word, tile + leaf[i] * kTileLanes, sizeof word);
        sum += word[0] ^ word[1];
      }
    }
    sink = static_cast<std::int64_t>(sum);
  });
}

/// Rows that were added up to histograms: those of the root, and of the smaller of each two
/// children that were looked into.
void count_rows(const std::string& path) {
  const Ensemble model = load_model(path);
  double rows = 0;
  for (const Tree& tree : model.trees) {
    const std::vector<std::uint64_t> inner = node_documents(tree);
    if (inner.empty()) continue;
    rows += static_cast<double>(inner[0]);
    const auto size = [&](std::int32_t child) {
      return child < 0 ? std::uint64_t{tree.documents[static_cast<std::size_t>(~child)]}
                       : inner[static_cast<std::size_t>(child)];
    };
    // The last split's children are not looked into.
    for (std::size_t node = 0; node + 1 < tree.nodes(); ++node) {
      rows += static_cast<double>(std::min(size(tree.left[node]), size(tree.right[node])));
    }
  }
  const double trees = static_cast<double>(model.trees.size());
  fmt::print("{}: {:.2f} times all rows are added up for a tree, {:.3g} cells in {} trees\n", path,
             rows / trees / static_cast<double>(model.training.rows),
             rows * static_cast<double>(kColumns), model.trees.size());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 240000;
    if (rows == 0) throw std::runtime_error("usage: roofline [ROWS [MODEL]]");
    measure(Data(rows));
    if (argc > 2) count_rows(argv[2]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "roofline: {}\n", error.what());
    return 1;
  }
}
