#include "train/split_search.h"

#include <algorithm>

#include "base/parallel.h"
#include "train/column_sums.h"

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
      layout_(data.places()),
      pool_(layout_),
      cells_(static_cast<std::size_t>(threads),
             AlignedVector<GradientWord>(kTileLanes * kLaneCells)),
      locks_(data.tiles()),
      parts_left_(data.tiles()) {}

void SplitSearch::begin_tree(const QuantisedGradients& gradients,
                             std::span<const std::uint32_t> columns) {
  gradients_ = &gradients;
  // A side without any divisor has no best value.
  const double least = options_.min_hessian * gradients.mean_hessian() / gradients.hessian_step();
  rules_ = {static_cast<double>(options_.min_docs_per_leaf),
            std::max(least, options_.l2 > 0 ? 0.0 : 1.0), options_.l2 / gradients.hessian_step()};
  tiles_.assign(data_.tiles(), {});
  std::vector<bool> is_wanted(tiles_.size() * kTileLanes);
  for (const std::uint32_t column : columns) {
    const std::size_t byte = data_.places()[column].byte;
    is_wanted[byte] = true;
    tiles_[byte / kTileLanes].columns.push_back(column);
  }
  for (std::size_t byte = 0; byte < is_wanted.size(); ++byte) {
    Tile& tile = tiles_[byte / kTileLanes];
    tile.number = byte / kTileLanes;
    if (is_wanted[byte]) tile.lanes[tile.lane_count++] = byte % kTileLanes;
  }
  std::erase_if(tiles_, [](const Tile& tile) { return tile.lane_count == 0; });
}

void SplitSearch::search(SearchLeaf& leaf) { run(leaf, nullptr, nullptr); }

void SplitSearch::search(SearchLeaf& child, SearchLeaf& other, std::unique_ptr<Histogram> parent) {
  run(child, &other, std::move(parent));
}

void SplitSearch::run(SearchLeaf& child, SearchLeaf* other, std::unique_ptr<Histogram> parent) {
  start(tasks_[0], child);
  child.histogram = pool_.take(Histogram::must_be_wide(child.rows.size()));
  const Histogram* whole = parent.get();
  if (other != nullptr) {
    start(tasks_[1], *other);
    // The other child takes the parent's place, unless it can do with less.
    const bool wide = Histogram::must_be_wide(other->rows.size());
    other->histogram = whole->is_wide() == wide ? std::move(parent) : pool_.take(wide);
  }

  // A thread should find something to do until the end, so the rows are shared out, too, unless
  // they are too few to be worth it.
  const std::size_t rows = child.rows.size();
  const std::size_t wanted = kUnitsAThread * static_cast<std::size_t>(threads_);
  const std::size_t tiles = std::max<std::size_t>(1, tiles_.size());
  const std::size_t worth = std::max<std::size_t>(1, threads_ == 1 ? 1 : rows / kLeastPart);
  const std::size_t parts = std::min((wanted + tiles - 1) / tiles, worth);
  for (std::size_t t = 0; t < tiles_.size(); ++t) parts_left_[t] = parts;
  begun_.assign(tiles_.size(), 0);
  parallel_for(threads_, tiles_.size() * parts, [&](std::size_t unit, int worker) {
    const std::size_t t = unit / parts;
    const std::size_t part = unit % parts;
    const Tile& tile = tiles_[t];
    GradientWord* cells = cells_[static_cast<std::size_t>(worker)].data();
    const std::size_t end = rows * (part + 1) / parts;
    for (std::size_t at = rows * part / parts; at < end; at += kWordRows) {
      add_rows(tile, child, at, std::min(end, at + kWordRows), cells);
      const std::lock_guard lock(locks_[t]);
      store(tile, begun_[t] == 0, cells, *child.histogram);
      begun_[t] = 1;
    }
    if (--parts_left_[t] > 0) return;
    if (other != nullptr) {
      for (std::size_t k = 0; k < tile.lane_count; ++k) {
        subtract(*whole, *child.histogram, range_of(tile, k), *other->histogram);
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
  task.found.assign(tiles_.size(), {});
}

CellRange SplitSearch::range_of(const Tile& tile, std::size_t lane) const {
  const std::size_t byte = tile.number * kTileLanes + tile.lanes[lane];
  return {layout_.first(byte), layout_.cells(byte)};
}

void SplitSearch::add_rows(const Tile& tile, const SearchLeaf& leaf, std::size_t begin,
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
void SplitSearch::store(const Tile& tile, bool is_first, GradientWord* cells, Histogram& to) const {
  for (std::size_t k = 0; k < tile.lane_count; ++k) {
    GradientWord* lane = cells + k * kLaneCells;
    const CellRange range = range_of(tile, k);
    is_first ? put_words(lane, range, to) : add_words(lane, range, to);
    std::fill_n(lane, range.count, 0);
  }
}

void SplitSearch::find_cuts(std::size_t t, Task& task) const {
  if (!task.leaf->may_split) return;
  const Tile& tile = tiles_[t];
  const Histogram& histogram = *task.leaf->histogram;
  ColumnCut& best = task.found[t];
  double above = task.total_score * (1 + kNoise);
  for (const std::uint32_t column : tile.columns) {
    const ColumnSums sums(histogram, layout_, data_.places()[column]);
    const Cut cut = kernels_.best_cut(sums.cells(), task.leaf->sums, rules_, above);
    if (!(cut.score > above)) continue;
    above = cut.score;
    best = {cut, column};
  }
}

/// The best cut of all tiles; equal scores fall to the first column, wherever its bins are.
void SplitSearch::conclude(Task& task) const {
  ColumnCut best;
  for (const ColumnCut& found : task.found) {
    const bool is_equal = found.cut.score == best.cut.score && found.column < best.column;
    if (found.cut.score > best.cut.score || is_equal) best = found;
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
  const ColumnSums sums(*leaf.histogram, layout_, data_.places()[best.column]);
  for (std::size_t bin = 0; bin <= split.bin; ++bin) split.left = split.left + sums.of_bin(bin);
  const LeafSums missing = sums.of_bin(sums.cells().value_bins);
  if (split.missing_left) split.left = split.left + missing;
  // Where none is missing, one that will be follows the larger side.
  if (missing.documents == 0) split.missing_left = 2 * split.left.documents >= leaf.sums.documents;
}

}  // namespace gbrank
