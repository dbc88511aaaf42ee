// What the other tables do, as anyone would write it: to compare with.

#include "train/kernels/kernels.h"

namespace gbrank::exact {
namespace {

void add_rows(const TileRows& rows, const std::uint8_t* lanes, std::size_t lane_count,
              GradientWord* cells) {
  for (std::size_t i = 0; i < rows.count; ++i) {
    const std::size_t row = rows.rows == nullptr ? i : rows.rows[i];
    const std::uint8_t* bins = rows.tile + row * kTileLanes;
    for (std::size_t k = 0; k < lane_count; ++k) {
      GradientWord* const group = cells + k / kGroupLanes * kGroupCells;
      group[bins[lanes[k]] * kGroupLanes + k % kGroupLanes] += rows.words[i];
    }
  }
}

template <typename Word>
LeafSums cell(const CellArrays<Word>& cells, std::size_t at) {
  return cells.second == nullptr ? unpack(cells.first[at])
                                 : unpack_wide(cells.first[at], cells.second[at]);
}

void set_cell(const LeafSums& sums, const Cells& cells, std::size_t at) {
  if (cells.second == nullptr) {
    cells.first[at] = pack(sums);
  } else {
    cells.first[at] = sums.gradient;
    cells.second[at] = pack_wide(sums.hessian, sums.documents);
  }
}

void move_words(GradientWord* words, std::size_t count, bool add, const Cells& to) {
  for (std::size_t i = 0; i < count; ++i) {
    const LeafSums sums = unpack(words[i]);
    set_cell(add ? cell(to, i) + sums : sums, to, i);
    words[i] = 0;
  }
}

void subtract(const ConstCells& whole, const ConstCells& part, std::size_t count,
              const Cells& rest) {
  for (std::size_t i = 0; i < count; ++i) set_cell(cell(whole, i) - cell(part, i), rest, i);
}

Cut best_cut(const GroupColumns& columns, std::size_t lane, const LeafSums& total,
             const CutRules& rules, double above) {
  Cut best;
  double best_score = above;
  const auto consider = [&](std::size_t bin, bool missing_left, const LeafSums& left) {
    const LeafSums right = total - left;
    for (const LeafSums& side : {left, right}) {
      if (static_cast<double>(side.documents) < rules.least_documents) return;
      if (static_cast<double>(side.hessian) < rules.least_hessian) return;
    }
    const auto gl = static_cast<double>(left.gradient);
    const auto gr = static_cast<double>(right.gradient);
    const double dl = static_cast<double>(left.hessian) + rules.l2;
    const double dr = static_cast<double>(right.hessian) + rules.l2;
    const double score = (gl * gl * dr + gr * gr * dl) / (dl * dr);
    // Sides without any divisor give no number, which is not above anything.
    if (!(score > best_score)) return;
    best_score = score;
    best = {score, static_cast<std::uint32_t>(bin), missing_left};
  };
  const std::size_t bins = columns.value_bins[lane];
  const LeafSums missing = cell(columns.cells, bins * kGroupLanes + lane);
  LeafSums left;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    left = left + cell(columns.cells, bin * kGroupLanes + lane);
    consider(bin, false, left);
    if (missing.documents > 0) consider(bin, true, left + missing);
  }
  return best;
}

void best_cuts(const GroupColumns& columns, const LeafSums& total, const CutRules& rules,
               double above, Cut* cuts) {
  for (std::size_t lane = 0; lane < kGroupLanes; ++lane) {
    cuts[lane] = best_cut(columns, lane, total, rules, above);
  }
}

}  // namespace

extern const TreeKernels kTreeKernels;
const TreeKernels kTreeKernels = {"exact", add_rows, move_words, subtract, best_cuts};

}  // namespace gbrank::exact
