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

/// Lanes of a tile are taken in groups of eight, whose cells alternate: those of one value in each
/// of the eight lanes stand side by side, one cache line. Neighbouring lanes often have the same
/// low value; they are then stored to the same line, and a core can do that twice at a time (0.20
/// ns a cell in the place of 0.25 where each lane has cells of its own). Besides, eight columns are
/// searched for a cut side by side.
inline constexpr std::size_t kTileLanes = 16;
inline constexpr std::size_t kGroupLanes = 8;
inline constexpr std::size_t kByteValues = 256;
inline constexpr std::size_t kGroupCells = kByteValues * kGroupLanes;

/// Cells of a histogram: packed words, or, where it is wide, gradients in the first array and
/// hessians with documents in the second, which otherwise is null.
template <typename Word>
struct CellArrays {
  Word* first;
  Word* second;
};
using Cells = CellArrays<std::int64_t>;
using ConstCells = CellArrays<const std::int64_t>;

/// Up to eight columns in a leaf: what the documents of each bin add up to. Bin b of the column in
/// lane l is at 8 b + l. The bin after the last one with values is that of missing values; what
/// follows it, up to the largest number of bins of all, is zero.
struct GroupColumns {
  ConstCells cells;
  std::uint32_t value_bins[kGroupLanes];  // 1 to 255; 0: there is no column
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

  /// Adds each row's word to the cell of its value in each of `lanes` (`lane_count` of them,
  /// ascending). The cells of lanes[k] are in group k / 8, in its lane k % 8; a group begins every
  /// kGroupCells.
  void (*add_rows)(const TileRows& rows, const std::uint8_t* lanes, std::size_t lane_count,
                   GradientWord* cells);

  /// Moves `count` words that were added up for at most kWordRows rows, a multiple of kGroupLanes,
  /// into the place of cells, or adds them to these. Zeros remain.
  void (*move_words)(GradientWord* words, std::size_t count, bool add, const Cells& to);

  /// rest = whole - part, of so many cells, a multiple of kGroupLanes. `rest` may be `whole`; it is
  /// wide only if `whole` is, and so is `part`.
  void (*subtract)(const ConstCells& whole, const ConstCells& part, std::size_t count,
                   const Cells& rest);

  /// The best cut of each column whose score is above `above`, into kGroupLanes `cuts`; a score of
  /// 0 where there is none. Of equal scores the lowest bin wins, then missing values to the right.
  void (*best_cuts)(const GroupColumns& columns, const LeafSums& total, const CutRules& rules,
                    double above, Cut* cuts);
};

/// Those that this machine can run: the obvious one, the portable one, then from slow to fast.
std::span<const TreeKernels* const> all_tree_kernels();
const TreeKernels& fastest_tree_kernels();

}  // namespace gbrank
