#include "train/split_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "train/column_cells.h"

namespace gbrank {
namespace {

static_assert(kTileLanes == Dataset::kTileBytes);

/// A gain below this share of the leaf's own score is rounding noise.
constexpr double kNoise = 1e-12;

/// Fewer rows than this are one thread's work: moving the cells to the histogram costs as much as
/// adding some hundreds of rows.
constexpr std::size_t kLeastPart = 2048;

/// Pieces of work that a leaf is to have for each thread, so that none stands idle for long at the
/// end.
constexpr std::size_t kUnitsAThread = 8;

}  // namespace

SplitSearch::SplitSearch(const Dataset& data, const TreeOptions& options, int threads,
                         const TreeKernels& kernels)
    : data_(data),
      options_(options),
      threads_(threads),
      kernels_(kernels),
      cells_(static_cast<std::size_t>(threads),
             AlignedVector<GradientWord>(kTileLanes / kGroupLanes * kGroupCells)),
      locks_(data.tiles()),
      parts_left_(data.tiles()) {}

void SplitSearch::begin_tree(const QuantisedGradients& gradients,
                             std::span<const std::uint32_t> columns) {
  gradients_ = &gradients;
  // A side without any divisor has no best value.
  const double least = options_.min_hessian * gradients.mean_hessian() / gradients.hessian_step();
  rules_ = {static_cast<double>(options_.min_docs_per_leaf),
            std::max(least, options_.l2 > 0 ? 0.0 : 1.0), options_.l2 / gradients.hessian_step()};
  layout_ = HistogramLayout(data_.places(), columns);
  most_cells_ = std::max(most_cells_, layout_.size());
}

std::unique_ptr<Histogram> SplitSearch::take_histogram(std::size_t rows) {
  return pool_.take(most_cells_, Histogram::must_be_wide(rows));
}

void SplitSearch::search(SearchLeaf& leaf) { run(leaf, nullptr, nullptr); }

void SplitSearch::search(SearchLeaf& child, SearchLeaf& other, std::unique_ptr<Histogram> parent) {
  run(child, &other, std::move(parent));
}

void SplitSearch::run(SearchLeaf& child, SearchLeaf* other, std::unique_ptr<Histogram> parent) {
  start(tasks_[0], child);
  child.histogram = take_histogram(child.rows.size());
  const Histogram* whole = parent.get();
  if (other != nullptr) {
    start(tasks_[1], *other);
    // The other child takes the parent's place, unless it can do with less.
    const bool wide = Histogram::must_be_wide(other->rows.size());
    other->histogram =
        whole->is_wide() == wide ? std::move(parent) : take_histogram(other->rows.size());
  }

  // A thread should find something to do until the end, so the rows are shared out, too, unless
  // they are too few to be worth it.
  const std::size_t rows = child.rows.size();
  const std::size_t wanted = kUnitsAThread * static_cast<std::size_t>(threads_);
  const std::size_t tiles = std::max<std::size_t>(1, layout_.tiles().size());
  const std::size_t worth = std::max<std::size_t>(1, threads_ == 1 ? 1 : rows / kLeastPart);
  const std::size_t parts = std::min((wanted + tiles - 1) / tiles, worth);
  for (std::size_t t = 0; t < layout_.tiles().size(); ++t) parts_left_[t] = parts;
  begun_.assign(layout_.tiles().size(), 0);
  parallel_shares(threads_, layout_.tiles().size() * parts, [&](std::size_t unit, int worker) {
    const std::size_t t = unit / parts;
    const std::size_t part = unit % parts;
    const TileLayout& tile = layout_.tiles()[t];
    GradientWord* cells = cells_[static_cast<std::size_t>(worker)].data();
    const std::size_t end = rows * (part + 1) / parts;
    for (std::size_t at = rows * part / parts; at < end; at += kWordRows) {
      add_rows(tile, child, at, std::min(end, at + kWordRows), cells);
      const std::lock_guard lock(locks_[t]);
      store(tile, begun_[t] != 0, cells, *child.histogram);
      begun_[t] = 1;
    }
    if (--parts_left_[t] > 0) return;
    if (other != nullptr) {
      for (const LaneGroup& group : tile.groups) {
        kernels_.subtract(whole->from(group.first),
                          std::as_const(*child.histogram).from(group.first), group.cells,
                          other->histogram->from(group.first));
      }
      find_cuts(t, tasks_[1]);
    }
    find_cuts(t, tasks_[0]);
  });
  conclude(tasks_[0]);
  if (other != nullptr) conclude(tasks_[1]);
  pool_.give_back(std::move(parent));
}

void SplitSearch::start(Task& task, SearchLeaf& leaf) {
  task.leaf = &leaf;
  leaf.split = {};
  const auto g = static_cast<double>(leaf.sums.gradient);
  const double divisor = static_cast<double>(leaf.sums.hessian) + rules_.l2;
  task.total_score = divisor > 0 ? g * g / divisor : 0;
  task.found.assign(layout_.tiles().size(), {});
}

void SplitSearch::add_rows(const TileLayout& tile, const SearchLeaf& leaf, std::size_t begin,
                           std::size_t end, GradientWord* cells) const {
  TileRows part{data_.tile(tile.number), leaf.rows.data() + begin, leaf.words.data() + begin,
                end - begin};
  // Rows that stand in order need no numbers.
  if (leaf.rows.size() == data_.rows()) {
    part.tile += begin * kTileLanes;
    part.rows = nullptr;
  }
  kernels_.add_rows(part, tile.lanes, tile.lane_count, cells);
}

/// Moves what was added up to the histogram and leaves zeros.
void SplitSearch::store(const TileLayout& tile, bool add, GradientWord* cells,
                        Histogram& to) const {
  for (const LaneGroup& group : tile.groups) {
    kernels_.move_words(cells, group.cells, add, to.from(group.first));
    cells += kGroupCells;
  }
}

void SplitSearch::find_cuts(std::size_t t, Task& task) const {
  if (!task.leaf->may_split) return;
  const Histogram& histogram = *task.leaf->histogram;
  ColumnCut& best = task.found[t];
  double above = task.total_score * (1 + kNoise);
  const auto search = [&](const GroupColumns& columns, const auto& column_of) {
    Cut cuts[kGroupLanes];
    kernels_.best_cuts(columns, task.leaf->sums, rules_, above, cuts);
    for (std::size_t lane = 0; lane < kGroupLanes; ++lane) {
      if (cuts[lane].score == 0) continue;
      const ColumnCut found{cuts[lane], column_of(lane)};
      if (found.is_better_than(best)) best = found;
    }
    // An equal score may still win.
    if (best.cut.score > 0) above = std::nextafter(best.cut.score, 0.0);
  };
  const TileLayout& tile = layout_.tiles()[t];
  for (const LaneGroup& group : tile.groups) {
    GroupColumns columns{histogram.from(group.first), {}};
    std::ranges::copy(group.value_bins, columns.value_bins);
    search(columns, [&](std::size_t lane) { return group.column[lane]; });
  }
  for (std::size_t at = 0; at < tile.shared.size(); at += kGroupLanes) {
    const auto some =
        std::span(tile.shared).subspan(at).first(std::min(kGroupLanes, tile.shared.size() - at));
    const SharedColumns columns(histogram, some);
    search(columns.columns(), [&](std::size_t lane) { return some[lane].column; });
  }
}

/// The best cut of all tiles.
void SplitSearch::conclude(Task& task) const {
  ColumnCut best;
  for (const ColumnCut& found : task.found) {
    if (found.is_better_than(best)) best = found;
  }
  if (best.cut.score == 0) return;
  SearchLeaf& leaf = *task.leaf;
  Split& split = leaf.split;
  // Half, because the quadratic model of the loss falls by G^2 / (2 (H + l2)).
  const double step = gradients_->gradient_step();
  split.gain =
      0.5 * (best.cut.score - task.total_score) * step * (step / gradients_->hessian_step());
  split.column = best.column;
  split.bin = static_cast<std::uint8_t>(best.cut.bin);
  split.missing_left = best.cut.missing_left;
  const PlacedColumn& column = layout_.placed(best.column);
  const std::size_t value_bins = column.place.bins - std::size_t{1};
  split.left = sum_of_bins(*leaf.histogram, column, 0, split.bin + std::size_t{1});
  const LeafSums missing = sum_of_bins(*leaf.histogram, column, value_bins, value_bins + 1);
  if (split.missing_left) split.left = split.left + missing;
  if (missing.documents > 0) return;
  // None is missing here: one that will be follows the larger side. Where the feature never was,
  // nothing is known of missing values, and one counts as 0, like a feature that is not written.
  const FeatureBins& bins = data_.binning().columns[best.column];
  split.missing_left =
      bins.has_missing ? 2 * split.left.documents >= leaf.sums.documents : bins.bin(0) <= split.bin;
}

}  // namespace gbrank
