#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "train/gradient_word.h"

namespace gbrank {

/// Rows of a leaf, as far as one tile of the data is concerned.
struct TileRows {
  const std::uint8_t* tile;   // 16 bins a row
  const std::uint32_t* rows;  // their numbers; null: 0, 1, 2, ...
  const GradientWord* words;  // one a row
  std::size_t count;
};

/// The cells of a tile while they are added to: kLaneCells for each lane that is wanted. These are
/// a cache line more than the 256 that a lane needs: most lanes have a few low bins that nearly all
/// rows are in, and at distances of 2 KiB those of all lanes would fight for the same two sets of
/// the cache (0.38 ns a cell in the place of 0.35).
inline constexpr std::size_t kTileLanes = 16;
inline constexpr std::size_t kLaneCells = 264;

/// The bins of one column in a leaf: what the documents of each bin add up to.
struct ColumnCells {
  const std::int64_t* first;   // packed words, or gradients where the histogram is wide
  const std::int64_t* second;  // null, or hessians and documents where it is wide
  std::size_t value_bins;      // 1 to 255; the cell after them is that of missing values
};

/// What is asked of both sides of a cut, in the units of LeafSums.
struct CutRules {
  double least_documents;  // 1 or more
  double least_hessian;
  double l2;
};

/// Values up to `bin` go left. The score is the sum over both sides of G^2 / (H + l2).
struct Cut {
  double score = 0;
  std::uint32_t bin = 0;
  bool missing_left = false;
};

/// The loops that training spends its time in, for one instruction set. All tables give the same
/// bits.
struct TreeKernels {
  const char* name;

  /// Adds each row's word to the cell of its bin in each of `lanes` (`lane_count` of them,
  /// ascending): cells[k * kLaneCells + bin of lanes[k]].
  void (*add_rows)(const TileRows& rows, const std::uint8_t* lanes, std::size_t lane_count,
                   GradientWord* cells);

  /// The best cut whose score is above `above`; a score of 0 where there is none. Of equal scores
  /// the lowest bin wins, then missing values to the right.
  Cut (*best_cut)(const ColumnCells& column, const LeafSums& total, const CutRules& rules,
                  double above);
};

/// Those that this machine can run: the obvious one, the portable one, then from slow to fast.
std::span<const TreeKernels* const> all_tree_kernels();
const TreeKernels& fastest_tree_kernels();

}  // namespace gbrank
