#include "train/split_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/random.h"
#include "support/random_letor.h"

using namespace gbrank;

namespace {

/// Data, gradients, and leaves that are any of its rows.
struct Setting {
  Dataset data;
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> columns;
  QuantisedGradients gradients;

  Setting(Dataset set, const std::vector<double>& gradient, const std::vector<double>& hessian)
      : data(std::move(set)), rows(data.rows()), columns(data.columns()) {
    std::iota(rows.begin(), rows.end(), 0U);
    std::iota(columns.begin(), columns.end(), 0U);
    gradients.quantise(gradient, hessian, rows, 1);
  }

  struct Leaf : SearchLeaf {
    std::vector<std::uint32_t> own_rows;
    std::vector<GradientWord> own_words;
  };

  template <typename Belongs>
  Leaf leaf(const Belongs& belongs) const {
    Leaf leaf;
    for (const std::uint32_t row : rows) {
      if (!belongs(row)) continue;
      leaf.own_rows.push_back(row);
      leaf.own_words.push_back(gradients.words()[row]);
      leaf.sums = leaf.sums + unpack(gradients.words()[row]);
    }
    leaf.rows = leaf.own_rows;
    leaf.words = leaf.own_words;
    return leaf;
  }
  Leaf all() const {
    return leaf([](std::uint32_t) { return true; });
  }

  bool goes_left(std::uint32_t row, const Split& split) const {
    const std::uint8_t bin = data.bin(row, split.column);
    return bin == data.binning().columns[split.column].missing_bin() ? split.missing_left
                                                                     : bin <= split.bin;
  }

  /// By going through the documents; no number where the split is not allowed.
  double gain(const Leaf& leaf, const Split& split, const TreeOptions& options,
              LeafSums& left) const {
    left = {};
    for (const std::uint32_t row : leaf.rows) {
      if (goes_left(row, split)) left = left + unpack(gradients.words()[row]);
    }
    const LeafSums right = leaf.sums - left;
    const auto score = [&](const LeafSums& s) {
      return std::pow(gradients.gradient(s), 2) / (gradients.hessian(s) + options.l2) / 2;
    };
    for (const LeafSums& side : {left, right}) {
      if (side.documents < options.min_docs_per_leaf ||
          gradients.hessian(side) < options.min_hessian * gradients.mean_hessian()) {
        return std::nan("");
      }
    }
    return score(left) + score(right) - score(leaf.sums);
  }

  double best_gain(const Leaf& leaf, const TreeOptions& options) const {
    double best = 0;
    Split split;
    for (split.column = 0; split.column < data.columns(); ++split.column) {
      for (unsigned bin = 0; bin < data.binning().columns[split.column].value_bins(); ++bin) {
        split.bin = static_cast<std::uint8_t>(bin);
        for (const bool missing_left : {false, true}) {
          split.missing_left = missing_left;
          LeafSums left;
          const double its = gain(leaf, split, options, left);
          if (its > best) best = its;
        }
      }
    }
    return best;
  }
};

Setting random_setting(const test::RandomLetor& shape) {
  Dataset data = parse_dataset(test::random_letor(shape), "text");
  Random random(random_key(shape.seed, 1));
  std::vector<double> gradient(data.rows());
  std::vector<double> hessian(data.rows());
  for (std::size_t i = 0; i < data.rows(); ++i) {
    gradient[i] = random.uniform() - static_cast<double>(data.labels()[i]) / 2;
    hessian[i] = random.uniform();
  }
  return {std::move(data), gradient, hessian};
}

/// One feature with these values; "nan" for missing.
Setting one_feature(const std::vector<std::string>& values, const std::vector<double>& gradient) {
  std::string text;
  for (const std::string& value : values) text += "0 qid:1 1:" + value + "\n";
  return {parse_dataset(text, "text"), gradient, std::vector<double>(values.size(), 1)};
}

Split split_of(const Setting& s, const TreeOptions& options) {
  SplitSearch search(s.data, options, 1);
  search.begin_tree(s.gradients, s.columns);
  Setting::Leaf leaf = s.all();
  search.search(leaf);
  return leaf.split;
}

TreeOptions any_leaf() {
  TreeOptions options;
  options.min_docs_per_leaf = 1;
  return options;
}

/// Every cell by going through all rows for it.
void check_histogram(const Setting& s, const SearchLeaf& leaf) {
  const HistogramLayout layout(s.data.places(), s.columns);
  std::vector<LeafSums> expected(layout.size());
  for (std::size_t i = 0; i < leaf.rows.size(); ++i) {
    std::vector<std::size_t> value(s.data.row_bytes());
    std::vector<std::size_t> first(s.data.row_bytes());
    for (const std::uint32_t column : s.columns) {
      const BinPlace& place = s.data.places()[column];
      value[place.byte] += std::size_t{s.data.bin(leaf.rows[i], column)} * place.unit;
      first[place.byte] = layout.placed(column).first;
    }
    for (std::size_t byte = 0; byte < value.size(); ++byte) {
      LeafSums& cell = expected[first[byte] + value[byte] * kGroupLanes];
      cell = cell + unpack(leaf.words[i]);
    }
  }
  bool all_equal = true;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    all_equal = all_equal && leaf.histogram->cell(i) == expected[i];
  }
  CHECK(all_equal);
  CHECK(leaf.histogram->is_wide() == (leaf.rows.size() > kWordRows));
}

}  // namespace

TEST_CASE("the best split is the best of all splits, tried one by one") {
  Random random(11);
  int found = 0;
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    const Setting s = random_setting({.queries = 1,
                                      .documents = 5 + random.below(60),
                                      .features = 1 + random.below(20),
                                      .missing = trial % 2 == 0 ? 0 : 0.3,
                                      .values = 2 + random.below(15),
                                      .seed = trial});
    TreeOptions options;
    options.min_docs_per_leaf = 1 + static_cast<int>(random.below(6));
    options.min_hessian = 3 * random.uniform();
    options.l2 = trial % 3 == 0 ? 0 : random.uniform();
    const double best = s.best_gain(s.all(), options);
    const Split split = split_of(s, options);
    CAPTURE(trial);
    CHECK(split.gain == doctest::Approx(best).epsilon(1e-9));
    if (split.gain <= 0) continue;
    ++found;
    LeafSums left;
    CHECK(s.gain(s.all(), split, options, left) == doctest::Approx(best));
    CHECK(left == split.left);
  }
  CHECK(found > 30);
}

TEST_CASE("children have the histograms and splits of their rows, large or small") {
  // Columns that have a byte each, and columns of which three share one.
  std::size_t values = 0;
  SUBCASE("a byte each") { values = 30; }
  SUBCASE("shared bytes") { values = 5; }
  // The leaf and its children have more rows than a word takes, or fewer, in all combinations.
  const Setting s = random_setting(
      {.queries = 100, .documents = 500, .features = 19, .missing = 0.1, .values = values});
  CHECK(s.data.row_bytes() == (values == 30 ? 19 : 7));
  const std::uint32_t n = static_cast<std::uint32_t>(s.data.rows());
  struct Case {
    std::uint32_t parent;  // rows below it are in the parent
    std::uint32_t step;    // every so many-th of them is in the child
  };
  for (const Case c : {Case{n, 2}, Case{n, 9}, Case{20000, 2}, Case{20000, 7}, Case{900, 3}}) {
    const auto in_parent = [&](std::uint32_t row) { return row < c.parent; };
    const auto in_child = [&](std::uint32_t row) { return row < c.parent && row % c.step == 0; };
    const auto in_other = [&](std::uint32_t row) { return row < c.parent && row % c.step != 0; };
    CAPTURE(c.parent);
    CAPTURE(c.step);
    TreeOptions options;
    const double best = s.best_gain(s.leaf(in_other), options);
    Split expected;
    for (const int threads : {1, 2, 3}) {
      for (const TreeKernels* kernels : all_tree_kernels()) {
        SplitSearch search(s.data, options, threads, *kernels);
        search.begin_tree(s.gradients, s.columns);
        Setting::Leaf parent = s.leaf(in_parent);
        search.search(parent);
        check_histogram(s, parent);
        Setting::Leaf child = s.leaf(in_child);
        Setting::Leaf other = s.leaf(in_other);
        search.search(child, other, std::move(parent.histogram));
        check_histogram(s, child);
        check_histogram(s, other);
        Setting::Leaf alone = s.leaf(in_other);
        search.search(alone);
        CHECK(alone.split.gain == other.split.gain);
        CHECK(alone.split.column == other.split.column);
        CHECK(alone.split.left == other.split.left);
        // The same with any number of threads and any kernels.
        if (expected.gain == 0) expected = other.split;
        CHECK(other.split.gain == expected.gain);
        CHECK(other.split.column == expected.column);
        CHECK(other.split.bin == expected.bin);
        CHECK(other.split.gain == doctest::Approx(best).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("only the columns that a tree may use are split on") {
  std::size_t values = 0;
  SUBCASE("a byte each") { values = 100; }
  SUBCASE("shared bytes") { values = 3; }
  const Setting s = random_setting({.features = 40, .values = values});
  TreeOptions options;
  for (const std::vector<std::uint32_t>& columns :
       {std::vector<std::uint32_t>{3}, {5, 6, 21}, {0, 17, 39}}) {
    SplitSearch search(s.data, options, 2);
    search.begin_tree(s.gradients, columns);
    Setting::Leaf leaf = s.all();
    search.search(leaf);
    REQUIRE(leaf.split.gain > 0);
    CHECK(std::ranges::find(columns, leaf.split.column) != columns.end());
  }
}

TEST_CASE("a leaf that may not be split is given no split, but its sibling gets one") {
  const Setting s = random_setting({.features = 3});
  TreeOptions options;
  SplitSearch search(s.data, options, 1);
  search.begin_tree(s.gradients, s.columns);
  Setting::Leaf parent = s.all();
  search.search(parent);
  Setting::Leaf child = s.leaf([](std::uint32_t row) { return row % 2 == 0; });
  Setting::Leaf other = s.leaf([](std::uint32_t row) { return row % 2 != 0; });
  child.may_split = false;
  search.search(child, other, std::move(parent.histogram));
  CHECK(child.split.gain == 0);
  CHECK(other.split.gain > 0);
}

TEST_CASE("equal gradients are not split, however the sums round") {
  Dataset data = parse_dataset(test::random_letor({.queries = 3, .values = 7}), "text");
  const std::size_t n = data.rows();
  const Setting s(std::move(data), std::vector<double>(n, 0.1), std::vector<double>(n, 0.3));
  CHECK(split_of(s, any_leaf()).gain == 0);
}

TEST_CASE("among equal gains the lowest bin wins") {
  // Where bins 1 and 2 hold nobody of the leaf, splits after 0, 1 and 2 are the same.
  const Setting s = one_feature({"0", "0", "1", "2", "3", "3"}, {1, 1, 0, 0, -1, -1});
  const TreeOptions options = any_leaf();
  SplitSearch of_leaf(s.data, options, 1);
  of_leaf.begin_tree(s.gradients, s.columns);
  Setting::Leaf leaf = s.leaf([](std::uint32_t row) { return row < 2 || row > 3; });
  of_leaf.search(leaf);
  CHECK(leaf.split.gain == doctest::Approx(2));
  CHECK(leaf.split.bin == 0);
}

TEST_CASE("among equal columns the first one wins, also in another tile") {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += "0 qid:1";
    for (int f = 1; f <= 40; ++f) text += " " + std::to_string(f) + ":" + std::to_string(i % 4);
    text += "\n";
  }
  std::vector<double> gradient;
  for (int i = 0; i < 40; ++i) gradient.push_back(i % 4 < 2 ? 1 : -1);
  const Setting s(parse_dataset(text, "text"), gradient, std::vector<double>(40, 1));
  CHECK(split_of(s, any_leaf()).column == 0);
}

TEST_CASE("among equal columns the first one wins, also where the other is in an earlier tile") {
  // Columns 18 and 19 are equal and cannot share a byte; 19 goes into that of column 0.
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += fmt::format("0 qid:1 1:{}", i * 7 % 2);
    for (int f = 2; f <= 18; ++f) text += fmt::format(" {}:{}", f, i * (2 * f + 3) % 199);
    text += fmt::format(" 19:{0} 20:{0}\n", i % 20);
  }
  std::vector<double> gradient;
  for (int i = 0; i < 400; ++i) gradient.push_back(i % 20 < 9 ? 1 : -1);
  const Setting s(parse_dataset(text, "text"), gradient, std::vector<double>(400, 1));
  REQUIRE(s.data.places()[18].byte > 16);
  REQUIRE(s.data.places()[19].byte == 0);
  for (const int threads : {1, 2}) {
    const TreeOptions options = any_leaf();
    SplitSearch search(s.data, options, threads);
    search.begin_tree(s.gradients, s.columns);
    Setting::Leaf leaf = s.all();
    search.search(leaf);
    CHECK(leaf.split.gain > 0);
    CHECK(leaf.split.column == 18);
  }
}

TEST_CASE("missing values alone can be parted from all others") {
  const Split split =
      split_of(one_feature({"0", "1", "0", "nan", "nan"}, {1, 1, 1, -1, -1}), any_leaf());
  CHECK(split.bin == 1);
  CHECK_FALSE(split.missing_left);
  CHECK(split.left.documents == 3);
}

TEST_CASE("where a feature is never missing, a missing value counts as 0") {
  CHECK(split_of(one_feature({"0", "1", "1", "1"}, {1, -1, -1, -1}), any_leaf()).missing_left);
  CHECK_FALSE(
      split_of(one_feature({"-2", "-2", "-2", "-1"}, {1, 1, 1, -1}), any_leaf()).missing_left);
}

TEST_CASE("where none is missing in a leaf, a missing value follows the larger side") {
  // The row that is missing is in no leaf here.
  const auto of_others = [](const std::vector<std::string>& values,
                            const std::vector<double>& gradient) {
    const Setting s = one_feature(values, gradient);
    Setting::Leaf leaf = s.leaf([&](std::uint32_t row) { return values[row] != "nan"; });
    const TreeOptions options = any_leaf();
    SplitSearch search(s.data, options, 1);
    search.begin_tree(s.gradients, s.columns);
    search.search(leaf);
    return leaf.split;
  };
  CHECK(of_others({"1", "1", "1", "2", "nan"}, {1, 1, 1, -1, 0}).missing_left);
  CHECK_FALSE(of_others({"0", "1", "1", "1", "nan"}, {1, -1, -1, -1, 0}).missing_left);
}

TEST_CASE("a side without curvature is no side, whatever is allowed") {
  TreeOptions options = any_leaf();
  options.min_hessian = 0;
  const auto split = [&](double l2) {
    options.l2 = l2;
    Dataset data = parse_dataset("0 qid:1 1:0\n0 qid:1 1:0\n0 qid:1 1:1\n", "text");
    const Setting s(std::move(data), {1, 1, -1}, {0, 0, 1});
    return split_of(s, options).gain;
  };
  CHECK(split(0) == 0);
  CHECK(split(1) > 0);
}
