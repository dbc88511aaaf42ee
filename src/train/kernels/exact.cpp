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
      cells[k * kLaneCells + bins[lanes[k]]] += rows.words[i];
    }
  }
}

Cut best_cut(const ColumnCells& column, const LeafSums& total, const CutRules& rules,
             double above) {
  const auto cell = [&](std::size_t bin) {
    return column.second == nullptr ? unpack(column.first[bin])
                                    : unpack_wide(column.first[bin], column.second[bin]);
  };
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
  const LeafSums missing = cell(column.value_bins);
  LeafSums left;
  for (std::size_t bin = 0; bin < column.value_bins; ++bin) {
    left = left + cell(bin);
    consider(bin, false, left);
    if (missing.documents > 0) consider(bin, true, left + missing);
  }
  return best;
}

}  // namespace

extern const TreeKernels kTreeKernels;
const TreeKernels kTreeKernels = {"exact", add_rows, best_cut};

}  // namespace gbrank::exact
