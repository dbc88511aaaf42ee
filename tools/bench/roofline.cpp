// roofline DATA [MODEL]: what histograms cost at least on this machine: nanoseconds a cell (one
// document in one byte of its row) on one thread for several layouts and sums, for all rows and for
// random subsets; how fast cells can be stored to and bins be read at all; what a second thread
// adds, and what another process on one core takes away again; and, for a model, how many rows its
// trees took, each of which is a cell for every byte that it has. Least of many repetitions. DATA
// is a LETOR file or one of gbrank convert.

#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "gbrank/dataset.h"
#include "gbrank/model_io.h"

#include "base/aligned.h"
#include "base/parallel.h"
#include "base/random.h"
#include "busy_stretches.h"
#include "train/kernels/kernels.h"

namespace {

using namespace gbrank;

/// Where a lane's cells stand together: a cache line more than a byte has values, so that the low
/// values of all lanes do not fall into the same sets of the cache.
constexpr std::size_t kLaneCells = kByteValues + 8;

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

/// The bins of a data set as tiles, as whole rows and as whole columns.
struct Data {
  std::size_t rows;
  std::size_t bytes;  // of a row
  std::size_t tiles;
  AlignedVector<std::uint8_t> by_tile;
  AlignedVector<std::uint8_t> by_row;
  AlignedVector<std::uint8_t> by_byte;

  explicit Data(const Dataset& data)
      : rows(data.rows()),
        bytes(data.row_bytes()),
        tiles(data.tiles()),
        by_tile(rows * tiles * kTileLanes),
        by_row(rows * bytes),
        by_byte(rows * bytes) {
    std::copy_n(data.tile(0), by_tile.size(), by_tile.begin());
    for (std::size_t b = 0; b < bytes; ++b) {
      for (std::size_t r = 0; r < rows; ++r) {
        const std::uint8_t value = tile(b / kTileLanes)[r * kTileLanes + b % kTileLanes];
        by_row[r * bytes + b] = value;
        by_byte[b * rows + r] = value;
      }
    }
  }

  const std::uint8_t* tile(std::size_t number) const {
    return by_tile.data() + number * rows * kTileLanes;
  }
  std::size_t lanes(std::size_t number) const {
    return std::min(kTileLanes, bytes - number * kTileLanes);
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

/// All tiles of a leaf, as the engine adds them up; `words` are of its rows.
void add_rows(const Data& data, const TreeKernels& kernels, std::span<const std::uint32_t> leaf,
              std::span<const GradientWord> words, GradientWord* cells) {
  std::uint8_t lanes[kTileLanes];
  std::iota(std::begin(lanes), std::end(lanes), std::uint8_t{0});
  for (std::size_t t = 0; t < data.tiles; ++t) {
    // Rows in order need no numbers.
    const std::uint32_t* rows = leaf.size() == data.rows ? nullptr : leaf.data();
    kernels.add_rows({data.tile(t), rows, words.data(), leaf.size()}, lanes, data.lanes(t), cells);
  }
}

void measure(const Data& data) {
  const std::size_t n = data.rows;
  std::vector<GradientWord> words(n);
  std::iota(words.begin(), words.end(), GradientWord{1});
  const std::vector<Doubles> pairs(n, Doubles{0.5, 0.25});
  AlignedVector<GradientWord> cells(kTileLanes * kLaneCells);
  AlignedVector<std::uint32_t> counts(kTileLanes * kLaneCells);
  AlignedVector<Doubles> doubles(data.bytes * kLaneCells);

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
      fmt::print("{:>12.3f}", seconds / static_cast<double>(n * data.bytes) * 1e9);
    }
    fmt::print("\n");
    std::fflush(stdout);
  };

  line("two doubles, whole rows", [&](const Leaf& leaf) {
    for (const std::uint32_t row : leaf) {
      const std::uint8_t* bins = data.by_row.data() + row * data.bytes;
      for (std::size_t c = 0; c < data.bytes; ++c) {
        Doubles& cell = doubles[c * kLaneCells + bins[c]];
        cell.gradient += pairs[row].gradient;
        cell.hessian += pairs[row].hessian;
      }
    }
  });
  line("two doubles, whole columns", [&](const Leaf& leaf) {
    for (std::size_t c = 0; c < data.bytes; ++c) {
      const std::uint8_t* bins = data.by_byte.data() + c * n;
      for (const std::uint32_t row : leaf) {
        Doubles& cell = doubles[c * kLaneCells + bins[row]];
        cell.gradient += pairs[row].gradient;
        cell.hessian += pairs[row].hessian;
      }
    }
  });
  // Tile by tile; `add` is given a word and the place of a cell, of a lane's cells that stand
  // together.
  const auto tiles = [&](const Leaf& leaf, const auto& add) {
    for (std::size_t t = 0; t < data.tiles; ++t) {
      const std::uint8_t* const tile = data.tile(t);
      const std::size_t wanted = data.lanes(t);
      for (std::size_t i = 0; i < leaf.size(); ++i) {
        __builtin_prefetch(tile + leaf[std::min(i + 128, leaf.size() - 1)] * kTileLanes, 0, 2);
        const std::uint8_t* const values = tile + leaf[i] * kTileLanes;
        const GradientWord word = words[i];
        for (std::size_t k = 0; k < wanted; ++k) add(word, k * kLaneCells + values[k]);
      }
    }
  };
  line("a word and a count, lanes apart", [&](const Leaf& leaf) {
    tiles(leaf, [&](GradientWord word, std::size_t cell) {
      cells[cell] += word;
      ++counts[cell];
    });
  });
  line("one word, lanes apart", [&](const Leaf& leaf) {
    tiles(leaf, [&](GradientWord word, std::size_t cell) { cells[cell] += word; });
  });
  line("one word stored, not added, lanes apart", [&](const Leaf& leaf) {
    tiles(leaf, [&](GradientWord word, std::size_t cell) { cells[cell] = word; });
  });
  for (const TreeKernels* kernels : all_tree_kernels()) {
    line(fmt::format("one word, lanes by turns: gbrank, {}", kernels->name),
         [&](const Leaf& leaf) { add_rows(data, *kernels, leaf, words, cells.data()); });
  }
  // The same memory, read and added up without any cells.
  line("reading the same words of bins, nothing else", [&](const Leaf& leaf) {
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < data.tiles; ++t) {
      const std::uint8_t* const tile = data.tile(t);
      for (std::size_t i = 0; i < leaf.size(); ++i) {
        __builtin_prefetch(tile + leaf[std::min(i + 128, leaf.size() - 1)] * kTileLanes, 0, 2);
        std::uint64_t word[2];
        std::memcpy(word, tile + leaf[i] * kTileLanes, sizeof word);
        sum += word[0] ^ word[1];
      }
    }
    sink = static_cast<std::int64_t>(sum);
  });
}

/// How much sooner two threads are through with the same work, each with half of it: of arithmetic
/// in registers, which shows what the two processors are to each other, and of adding up rows.
void measure_two_threads(const Data& data) {
  fmt::print("{:<44}{:>12}{:>12}{:>12}\n", "speed-up by a second thread", "1 in 2", "1 in 8",
             "1 in 30");
  using Work = std::function<void(std::span<const std::uint32_t>, int worker)>;
  const auto line = [&](const std::string& name, const Work& work) {
    fmt::print("{:<44}", name);
    for (const std::size_t count : {2U, 8U, 30U}) {
      const std::vector<std::vector<std::uint32_t>> leaves = leaves_of(data.rows, count);
      const auto run = [&](int threads) {
        const auto start = std::chrono::steady_clock::now();
        parallel_for(threads, static_cast<std::size_t>(threads), [&](std::size_t part, int worker) {
          const std::size_t parts = static_cast<std::size_t>(threads);
          for (const std::span<const std::uint32_t> leaf : leaves) {
            const std::size_t begin = leaf.size() * part / parts;
            work(leaf.subspan(begin, leaf.size() * (part + 1) / parts - begin), worker);
          }
        });
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      };
      double one = std::numeric_limits<double>::infinity();
      double two = one;
      for (int repeat = 0; repeat < 25; ++repeat) {
        one = std::min(one, run(1));
        two = std::min(two, run(2));
      }
      fmt::print("{:>12.2f}", one / two);
    }
    fmt::print("\n");
    std::fflush(stdout);
  };

  line("arithmetic in registers", [](std::span<const std::uint32_t> leaf, int) {
    // Chains enough to keep every unit of a core busy.
    std::uint64_t x[8] = {1, 2, 3, 4, 5, 6, 7, leaf.size()};
    for (std::size_t i = 0; i < 8 * leaf.size(); ++i) {
      for (std::uint64_t& y : x) y = (y ^ (y >> 29)) + 0xbf58476d1ce4e5b9;
    }
    sink = static_cast<std::int64_t>(std::accumulate(std::begin(x), std::end(x), std::uint64_t{0}));
  });
  std::vector<GradientWord> words(data.rows, 1);
  std::vector<AlignedVector<GradientWord>> cells(
      2, AlignedVector<GradientWord>(kTileLanes / kGroupLanes * kGroupCells));
  const auto add = [&](std::span<const std::uint32_t> leaf, int worker) {
    add_rows(data, fastest_tree_kernels(), leaf, words,
             cells[static_cast<std::size_t>(worker)].data());
  };
  line("adding up rows from the cache", [&](std::span<const std::uint32_t> leaf, int worker) {
    constexpr std::size_t kCached = 512;
    for (std::size_t at = 0; at < leaf.size(); at += kCached) {
      add(leaf.first(std::min(kCached, leaf.size())), worker);
    }
  });
  line("adding up rows", add);
}

/// How long a cache line takes to another thread and back, by far the longest where the two
/// processors have no cache in common; a virtual machine may change that from minute to minute.
void measure_line() {
  std::atomic<int> line{0};
  double least = std::numeric_limits<double>::infinity();
  for (int repeat = 0; repeat < 10; ++repeat) {
    constexpr int kTimes = 20000;
    line = 0;
    std::thread other([&] {
      for (int i = 0; i < kTimes; ++i) {
        while (line.load(std::memory_order_acquire) != 2 * i + 1) {
        }
        line.store(2 * i + 2, std::memory_order_release);
      }
    });
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kTimes; ++i) {
      line.store(2 * i + 1, std::memory_order_release);
      while (line.load(std::memory_order_acquire) != 2 * i + 2) {
      }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    least = std::min(least, seconds.count() / kTimes);
    other.join();
  }
  fmt::print("{:<44}{:>12.0f}\n", "a cache line there and back, nanoseconds", least * 1e9);
}

/// Rows that were added up to histograms: those of the root, and of the smaller of each two
/// children that were looked into.
void count_rows(const std::string& path, const Ensemble& model) {
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
  fmt::print("{}: {:.2f} times all rows are added up for a tree, {:.4g} rows in {} trees\n", path,
             rows / trees / static_cast<double>(model.training.rows), rows, model.trees.size());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::string first = argc > 1 ? argv[1] : "";
    if (first.empty() || argc > 3 || first.starts_with("--")) {
      const bool help = first == "--help";
      fmt::print(help ? stdout : stderr,
                 "usage: tools/bench/roofline DATA [MODEL]\nDATA: a LETOR file, or one of gbrank "
                 "convert; MODEL: one that was trained on it\n");
      return help ? 0 : 2;
    }
    const std::optional<Ensemble> model =
        argc > 2 ? std::optional(load_model(argv[2])) : std::nullopt;
    const Dataset dataset = read_dataset(argv[1]);
    fmt::print("{}: {} rows of {} bytes\n", argv[1], dataset.rows(), dataset.row_bytes());
    if (dataset.row_bytes() == 0) throw std::runtime_error("no feature of the data has bins");
    const Data data(dataset);
    measure(data);
    measure_two_threads(data);
    measure_line();
    bench::print_busy_stretches();
    if (model) count_rows(argv[2], *model);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "roofline: {}\n", error.what());
    return 1;
  }
}
