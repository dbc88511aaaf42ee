#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "gbrank/dataset.h"
#include "gbrank/fit.h"

#include "base/parallel.h"
#include "train/grown_tree.h"

namespace gbrank::test {

/// Grows trees with sums in double precision: every leaf's histogram is built from its own rows,
/// and every cut is tried with plain arithmetic. What TreeBuilder does faster and in integers.
class DoubleTree {
 public:
  DoubleTree(const Dataset& data, const TreeOptions& options, int threads)
      : data_(data), options_(options), threads_(threads) {}

  /// Splits are found with `g` and `h`, leaves answer with `exact_g` and `exact_h`; one a row.
  GrownTree grow(std::span<const double> g, std::span<const double> h,
                 std::span<const double> exact_g, std::span<const double> exact_h,
                 std::span<const std::uint32_t> rows, std::span<const std::uint32_t> columns,
                 double learning_rate) {
    g_ = g;
    h_ = h;
    columns_ = columns;
    double sum = 0;
    for (const std::uint32_t row : rows) sum += h[row];
    mean_hessian_ = sum / static_cast<double>(rows.size());

    GrownTree grown;
    std::vector<Leaf> leaves = {search({rows.begin(), rows.end()})};
    while (leaves.size() < static_cast<std::size_t>(options_.leaves)) {
      const auto best =
          std::ranges::max_element(leaves, {}, [](const Leaf& leaf) { return leaf.gain; });
      if (best->gain <= 0) break;
      const auto index = static_cast<std::size_t>(best - leaves.begin());
      const Leaf parent = leaves[index];
      add_node(parent, index, leaves.size(), grown);
      std::vector<std::uint32_t> sides[2];
      for (const std::uint32_t row : parent.rows) {
        sides[goes_left(row, parent) ? 0 : 1].push_back(row);
      }
      const auto node = static_cast<std::int32_t>(grown.tree.nodes()) - 1;
      leaves[index] = search(std::move(sides[0]));
      leaves.push_back(search(std::move(sides[1])));
      leaves[index].node = leaves.back().node = node;
      leaves[index].is_left = true;
    }
    for (const Leaf& leaf : leaves) {
      double gs = 0;
      double hs = 0;
      for (const std::uint32_t row : leaf.rows) {
        gs += exact_g[row];
        hs += exact_h[row];
      }
      const double divisor = hs + options_.l2;
      grown.tree.value.push_back(divisor > 0 ? -gs / divisor * learning_rate : 0);
      grown.tree.documents.push_back(static_cast<std::uint32_t>(leaf.rows.size()));
    }
    return grown;
  }

 private:
  struct Leaf {
    std::vector<std::uint32_t> rows;
    double gain = 0;
    std::uint32_t column = 0;
    unsigned bin = 0;
    bool missing_left = false;
    std::int32_t node = -1;
    bool is_left = false;
  };
  struct Sums {
    double g = 0;
    double h = 0;
    double n = 0;
  };

  bool goes_left(std::uint32_t row, const Leaf& leaf) const {
    const unsigned bin = data_.bin(row, leaf.column);
    return bin == data_.binning().columns[leaf.column].missing_bin() ? leaf.missing_left
                                                                     : bin <= leaf.bin;
  }

  Leaf search(std::vector<std::uint32_t> rows) const {
    Leaf leaf;
    leaf.rows = std::move(rows);
    Sums total;
    for (const std::uint32_t row : leaf.rows) add(total, row);
    std::vector<Leaf> found(columns_.size());
    parallel_for(threads_, columns_.size(),
                 [&](std::size_t c, int) { found[c] = best_of(columns_[c], leaf.rows, total); });
    for (Leaf& cut : found) {
      if (cut.gain <= leaf.gain) continue;
      cut.rows = std::move(leaf.rows);
      leaf = std::move(cut);
    }
    return leaf;
  }

  void add(Sums& sums, std::uint32_t row) const {
    sums.g += g_[row];
    sums.h += h_[row];
    sums.n += 1;
  }

  Leaf best_of(std::uint32_t column, std::span<const std::uint32_t> rows, const Sums& total) const {
    const FeatureBins& bins = data_.binning().columns[column];
    Sums cells[256];
    for (const std::uint32_t row : rows) add(cells[data_.bin(row, column)], row);
    const Sums missing = bins.has_missing ? cells[bins.missing_bin()] : Sums{};
    const auto score = [&](const Sums& s) { return s.g * s.g / (s.h + options_.l2); };
    const auto allowed = [&](const Sums& s) {
      return s.n >= options_.min_docs_per_leaf && s.h >= options_.min_hessian * mean_hessian_ &&
             s.h + options_.l2 > 0;
    };
    Leaf best;
    best.column = column;
    double best_score = score(total) * (1 + 1e-12);
    Sums left;
    for (unsigned bin = 0; bin < bins.value_bins(); ++bin) {
      left = {left.g + cells[bin].g, left.h + cells[bin].h, left.n + cells[bin].n};
      for (const bool missing_left : {false, true}) {
        if (missing_left && missing.n == 0) continue;
        const double m = missing_left ? 1 : 0;
        const Sums l{left.g + m * missing.g, left.h + m * missing.h, left.n + m * missing.n};
        const Sums r{total.g - l.g, total.h - l.h, total.n - l.n};
        if (!allowed(l) || !allowed(r) || !(score(l) + score(r) > best_score)) continue;
        best_score = score(l) + score(r);
        best.gain = 0.5 * (best_score - score(total));
        best.bin = bin;
        best.missing_left = missing.n > 0      ? missing_left
                            : bins.has_missing ? 2 * l.n >= total.n
                                               : bins.bin(0) <= bin;
      }
    }
    return best;
  }

  void add_node(const Leaf& leaf, std::size_t left, std::size_t right, GrownTree& grown) const {
    const FeatureBins& bins = data_.binning().columns[leaf.column];
    Tree& tree = grown.tree;
    const auto node = static_cast<std::int32_t>(tree.nodes());
    if (leaf.node >= 0) {
      (leaf.is_left ? tree.left : tree.right)[static_cast<std::size_t>(leaf.node)] = node;
    }
    grown.column.push_back(leaf.column);
    grown.bin.push_back(static_cast<std::uint8_t>(leaf.bin));
    tree.feature.push_back(bins.feature);
    tree.threshold.push_back(leaf.bin < bins.upper_bounds.size()
                                 ? bins.upper_bounds[leaf.bin]
                                 : std::numeric_limits<float>::max());
    tree.missing_left.push_back(leaf.missing_left ? 1 : 0);
    tree.gain.push_back(leaf.gain);
    tree.left.push_back(~static_cast<std::int32_t>(left));
    tree.right.push_back(~static_cast<std::int32_t>(right));
  }

  const Dataset& data_;
  const TreeOptions& options_;
  int threads_;
  std::span<const double> g_;
  std::span<const double> h_;
  std::span<const std::uint32_t> columns_;
  double mean_hessian_ = 0;
};

}  // namespace gbrank::test
