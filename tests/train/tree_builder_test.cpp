#include "train/tree_builder.h"

#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "base/random.h"
#include "support/double_tree.h"
#include "support/random_letor.h"
#include "train/leaf_finder.h"

using namespace gbrank;

namespace {

struct Setting {
  Dataset data;
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> columns;
  std::vector<double> gradient;
  std::vector<double> hessian;
  QuantisedGradients gradients;

  explicit Setting(const test::RandomLetor& shape)
      : data(parse_dataset(test::random_letor(shape), "text")),
        rows(data.rows()),
        columns(data.columns()),
        gradient(data.rows()),
        hessian(data.rows()) {
    std::iota(rows.begin(), rows.end(), 0U);
    std::iota(columns.begin(), columns.end(), 0U);
    Random random(random_key(shape.seed, 1));
    for (std::size_t i = 0; i < data.rows(); ++i) {
      gradient[i] = random.uniform() - static_cast<double>(data.labels()[i]) / 2;
      hessian[i] = 0.1 + random.uniform();
    }
    gradients.quantise(gradient, hessian, rows, 1);
  }

  RoundGradients exact() const {
    return {gradient, hessian, gradients.gradient_sum(), gradients.hessian_sum()};
  }
};

/// Leaf-wise growth without histograms: for every leaf every column, bin and direction of missing
/// values is tried by going through its rows. Returns the gains in the order of the splits.
struct SlowTree {
  std::vector<double> gains;
  std::vector<std::vector<std::uint32_t>> leaves;  // their rows
  std::vector<int> depths;
};

SlowTree grow_slowly(const Setting& s, const TreeOptions& options) {
  struct Candidate {
    double gain = 0;
    std::vector<std::uint32_t> left;
    std::vector<std::uint32_t> right;
  };
  const auto sums = [&](const std::vector<std::uint32_t>& rows) {
    std::pair<double, double> gh{0, 0};
    for (const std::uint32_t row : rows) {
      gh.first += s.gradients.gradient(unpack(s.gradients.words()[row]));
      gh.second += s.gradients.hessian(unpack(s.gradients.words()[row]));
    }
    return gh;
  };
  const auto score = [&](const std::vector<std::uint32_t>& rows) {
    const auto [g, h] = sums(rows);
    return g * g / (h + options.l2) / 2;
  };
  const auto best_of = [&](const std::vector<std::uint32_t>& rows, int depth) {
    Candidate best;
    if (options.max_depth > 0 && depth >= options.max_depth) return best;
    for (const std::uint32_t column : s.columns) {
      const FeatureBins& bins = s.data.binning().columns[column];
      for (int bin = 0; bin < bins.value_bins(); ++bin) {
        for (const bool missing_left : {false, true}) {
          Candidate c;
          for (const std::uint32_t row : rows) {
            const std::uint8_t b = s.data.bin(row, column);
            (b == bins.missing_bin() ? missing_left : b <= bin) ? c.left.push_back(row)
                                                                : c.right.push_back(row);
          }
          const auto least = static_cast<std::size_t>(options.min_docs_per_leaf);
          if (c.left.size() < least || c.right.size() < least) continue;
          c.gain = score(c.left) + score(c.right) - score(rows);
          if (c.gain > best.gain * (1 + 1e-12)) best = std::move(c);
        }
      }
    }
    return best;
  };

  SlowTree tree{{}, {s.rows}, {0}};
  std::vector<Candidate> candidates = {best_of(s.rows, 0)};
  while (tree.leaves.size() < static_cast<std::size_t>(options.leaves)) {
    std::size_t next = 0;
    for (std::size_t i = 1; i < candidates.size(); ++i) {
      if (candidates[i].gain > candidates[next].gain) next = i;
    }
    if (candidates[next].gain <= 1e-12) break;
    const Candidate chosen = candidates[next];
    tree.gains.push_back(chosen.gain);
    tree.leaves[next] = chosen.left;
    tree.leaves.push_back(chosen.right);
    tree.depths[next] += 1;
    tree.depths.push_back(tree.depths[next]);
    candidates[next] = best_of(chosen.left, tree.depths[next]);
    candidates.push_back(best_of(chosen.right, tree.depths[next]));
  }
  return tree;
}

}  // namespace

TEST_CASE("a tree is the one that trying every split of every leaf gives") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Setting s({.queries = 4,
                     .documents = 30,
                     .features = 3 + seed % 2 * 15,
                     .missing = seed % 3 == 0 ? 0.2 : 0,
                     .values = 12,
                     .seed = seed});
    TreeOptions options;
    options.leaves = 8;
    options.min_docs_per_leaf = 3 + static_cast<int>(seed);
    options.max_depth = seed == 4 ? 2 : 0;
    options.l2 = seed == 5 ? 1.5 : 0;
    const SlowTree expected = grow_slowly(s, options);
    TreeBuilder builder(s.data, options, 2);
    const GrownTree grown = builder.grow(s.gradients, s.exact(), s.rows, s.columns, 0.1);
    const LeafFinder finder(s.data, grown);
    CAPTURE(seed);
    REQUIRE(grown.tree.leaves() == expected.leaves.size());
    for (std::size_t i = 0; i < expected.gains.size(); ++i) {
      CHECK(grown.tree.gain[i] == doctest::Approx(expected.gains[i]));
    }
    for (std::size_t leaf = 0; leaf < expected.leaves.size(); ++leaf) {
      CHECK(grown.tree.documents[leaf] == expected.leaves[leaf].size());
      double g = 0;
      double h = 0;
      for (const std::uint32_t row : expected.leaves[leaf]) {
        g += s.gradient[row];
        h += s.hessian[row];
        CHECK(finder.leaf_of(row) == leaf);
      }
      CHECK(grown.tree.value[leaf] == doctest::Approx(-g / (h + options.l2) * 0.1));
    }
  }
}

TEST_CASE("leaf values reach exactly the rows that the tree was grown on") {
  Setting s({.queries = 10, .documents = 50, .features = 6, .missing = 0.1});
  s.rows.erase(s.rows.begin(), s.rows.begin() + 100);
  s.gradients.quantise(s.gradient, s.hessian, s.rows, 1);
  TreeOptions options;
  options.min_docs_per_leaf = 20;
  TreeBuilder builder(s.data, options, 2);
  const GrownTree grown = builder.grow(s.gradients, s.exact(), s.rows, s.columns, 1);
  REQUIRE(grown.tree.leaves() > 5);
  std::vector<double> scores(s.data.rows(), 10);
  builder.add_leaf_values(grown.tree, scores);
  const LeafFinder finder(s.data, grown);
  for (std::size_t row = 0; row < scores.size(); ++row) {
    const double value = grown.tree.value[finder.leaf_of(row)];
    CHECK(scores[row] == (row < 100 ? 10 : 10 + value));
  }
}

TEST_CASE("a tree uses only the columns that it is given") {
  Setting s({.queries = 10, .documents = 50, .features = 20});
  s.columns = {4, 17};
  TreeOptions options;
  TreeBuilder builder(s.data, options, 1);
  const GrownTree grown = builder.grow(s.gradients, s.exact(), s.rows, s.columns, 1);
  REQUIRE(grown.tree.nodes() > 0);
  for (const std::uint32_t column : grown.column) CHECK((column == 4 || column == 17));
}

TEST_CASE("rows that may not be parted give a tree of one leaf") {
  const Setting s({.queries = 1, .documents = 30, .features = 2});
  TreeOptions options;
  options.min_docs_per_leaf = 16;
  TreeBuilder builder(s.data, options, 1);
  const GrownTree grown = builder.grow(s.gradients, s.exact(), s.rows, s.columns, 1);
  CHECK(grown.tree.nodes() == 0);
  CHECK(grown.tree.documents == std::vector<std::uint32_t>{30});
}

TEST_CASE("large leaves and small ones are split as with sums in double precision") {
  // More rows than a word takes, so that histograms are wide at first and narrow later.
  const Setting s({.queries = 100, .documents = 450, .features = 18, .missing = 0.1, .values = 40});
  std::vector<double> g(s.data.rows());
  std::vector<double> h(s.data.rows());
  for (std::size_t row = 0; row < g.size(); ++row) {
    g[row] = s.gradients.gradient(unpack(s.gradients.words()[row]));
    h[row] = s.gradients.hessian(unpack(s.gradients.words()[row]));
  }
  TreeOptions options;
  options.leaves = 40;
  test::DoubleTree slow(s.data, options, 2);
  const GrownTree expected = slow.grow(g, h, s.gradient, s.hessian, s.rows, s.columns, 0.1);
  for (const TreeKernels* kernels : all_tree_kernels()) {
    TreeBuilder builder(s.data, options, 2, *kernels);
    const GrownTree grown = builder.grow(s.gradients, s.exact(), s.rows, s.columns, 0.1);
    CAPTURE(kernels->name);
    CHECK(grown.column == expected.column);
    CHECK(grown.bin == expected.bin);
    CHECK(grown.tree.missing_left == expected.tree.missing_left);
    CHECK(grown.tree.documents == expected.tree.documents);
    REQUIRE(grown.tree.leaves() == 40);
    for (std::size_t leaf = 0; leaf < 40; ++leaf) {
      CHECK(grown.tree.value[leaf] == doctest::Approx(expected.tree.value[leaf]));
    }
  }
}
