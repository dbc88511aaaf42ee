#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/fit.h"

#include "base/aligned.h"
#include "train/histogram.h"
#include "train/histogram_layout.h"
#include "train/quantised_gradients.h"
#include "train/split.h"

namespace gbrank {

/// A leaf whose best split is looked for.
struct SearchLeaf {
  std::span<const std::uint32_t> rows;
  std::span<const GradientWord> words;  // one a row, where they are to be added up
  LeafSums sums;                        // of the words
  bool may_split = true;                // otherwise it is given no split

  // What is found.
  Split split;
  std::unique_ptr<Histogram> histogram;
};

/// Finds the best split of leaves: their histograms, by adding up rows or as the difference of two
/// others, and then the best cut of every column. All this can be done for one tile of columns
/// after the other, so a leaf is one parallel stretch in which a thread takes a tile through all
/// stages while its cells are in the cache. The rows of all but small leaves are shared out, too.
class SplitSearch {
 public:
  SplitSearch(const Dataset& data, const TreeOptions& options, int threads,
              const TreeKernels& kernels = fastest_tree_kernels());

  /// What the leaves until the next call are about; the gradients must stay.
  void begin_tree(const QuantisedGradients& gradients, std::span<const std::uint32_t> columns);

  /// A leaf without a parent.
  void search(SearchLeaf& leaf);
  /// Both children of a leaf; `child` is the one whose rows are added up, best the smaller.
  void search(SearchLeaf& child, SearchLeaf& other, std::unique_ptr<Histogram> parent);
  void give_back(std::unique_ptr<Histogram> histogram) { pool_.give_back(std::move(histogram)); }

 private:
  struct ColumnCut {
    Cut cut;
    std::uint32_t column = 0;

    /// Equal scores fall to the first column, wherever its bins are.
    bool is_better_than(const ColumnCut& other) const {
      return cut.score > other.cut.score || (cut.score == other.cut.score && column < other.column);
    }
  };
  /// One leaf of those that are searched together.
  struct Task {
    SearchLeaf* leaf = nullptr;
    double total_score = 0;        // what a cut must be better than
    std::vector<ColumnCut> found;  // one a tile
  };

  void run(SearchLeaf& child, SearchLeaf* other, std::unique_ptr<Histogram> parent);
  void start(Task& task, SearchLeaf& leaf);
  void add_rows(const TileLayout& tile, const SearchLeaf& leaf, std::size_t begin, std::size_t end,
                GradientWord* cells) const;
  void store(const TileLayout& tile, bool add, GradientWord* cells, Histogram& to) const;
  void find_cuts(std::size_t tile, Task& task) const;
  void conclude(Task& task) const;
  std::unique_ptr<Histogram> take_histogram(std::size_t rows);

  const Dataset& data_;
  const TreeOptions& options_;
  int threads_;
  const TreeKernels& kernels_;
  HistogramPool pool_;
  std::size_t most_cells_ = 0;                        // of all trees
  std::vector<AlignedVector<GradientWord>> cells_;    // one a worker; zero between uses
  std::vector<std::mutex> locks_;                     // one a tile: for its cells of a histogram
  std::vector<std::uint8_t> begun_;                   // under its lock: something is in them
  std::vector<std::atomic<std::size_t>> parts_left_;  // of its rows; one a tile

  // The tree at hand.
  const QuantisedGradients* gradients_ = nullptr;
  CutRules rules_{};
  HistogramLayout layout_;
  Task tasks_[2];
};

}  // namespace gbrank
