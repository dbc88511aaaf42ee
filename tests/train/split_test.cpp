#include "train/split.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "base/random.h"

using namespace gbrank;

namespace {

constexpr std::uint8_t kMissing = 255;

/// Documents of a leaf with one feature: bin, gradient, hessian.
struct Leaf {
  FeatureBins bins;
  std::vector<std::uint8_t> bin;  // kMissing for a missing value
  QuantisedGradients gradients;
  std::vector<PackedSum> sums;
  std::vector<std::uint32_t> counts;
  LeafSums total;

  Leaf(std::size_t value_bins, std::vector<std::uint8_t> bin_of,
       const std::vector<double>& gradient, const std::vector<double>& hessian)
      : bin(std::move(bin_of)) {
    for (std::size_t b = 0; b + 1 < value_bins; ++b) {
      bins.upper_bounds.push_back(static_cast<float>(b));
    }
    std::vector<std::uint32_t> rows(bin.size());
    std::iota(rows.begin(), rows.end(), 0U);
    gradients.quantise(gradient, hessian, rows, 1);
    sums.resize(value_bins + 1);
    counts.resize(value_bins + 1);
    for (std::size_t i = 0; i < bin.size(); ++i) {
      if (bin[i] == kMissing) bins.has_missing = true;
      const std::size_t cell = bin[i] == kMissing ? value_bins : bin[i];
      sums[cell] += gradients.data()[i];
      ++counts[cell];
      total = total + LeafSums{gradients.data()[i], 1};
    }
  }

  Split best(const TreeOptions& options) const {
    return best_split(bins, 3, sums.data(), counts.data(), total, gradients, options);
  }

  struct Side {
    double g = 0;
    double h = 0;
    int n = 0;
  };

  /// The gain of a split, by going through the documents.
  double gain(std::uint8_t at, bool missing_left, const TreeOptions& options, bool& allowed) const {
    Side side[2];
    for (std::size_t i = 0; i < bin.size(); ++i) {
      const bool left = bin[i] == kMissing ? missing_left : bin[i] <= at;
      Side& s = side[left ? 0 : 1];
      s.g += gradients.gradient(gradients.data()[i]);
      s.h += gradients.hessian(gradients.data()[i]);
      ++s.n;
    }
    allowed = true;
    for (const Side& s : side) {
      if (s.n < options.min_docs_per_leaf || s.h < options.min_hessian * gradients.mean_hessian())
        allowed = false;
    }
    const auto score = [&](double g, double h) { return g * g / (h + options.l2) / 2; };
    return score(side[0].g, side[0].h) + score(side[1].g, side[1].h) -
           score(side[0].g + side[1].g, side[0].h + side[1].h);
  }
};

Leaf random_leaf(Random& random, std::size_t value_bins, double missing) {
  const std::size_t n = 5 + random.below(60);
  std::vector<std::uint8_t> bin(n);
  std::vector<double> g(n);
  std::vector<double> h(n);
  for (std::size_t i = 0; i < n; ++i) {
    bin[i] =
        random.uniform() < missing ? kMissing : static_cast<std::uint8_t>(random.below(value_bins));
    g[i] = random.uniform() - 0.5;
    h[i] = random.uniform();
  }
  return {value_bins, bin, g, h};
}

}  // namespace

TEST_CASE("the best split is the best of all splits, tried one by one") {
  Random random(11);
  int found = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Leaf leaf = random_leaf(random, 1 + random.below(12), trial % 2 == 0 ? 0 : 0.3);
    TreeOptions options;
    options.min_docs_per_leaf = 1 + static_cast<int>(random.below(6));
    options.min_hessian = random.uniform();
    options.l2 = trial % 3 == 0 ? 0 : random.uniform();

    double best = 0;
    for (std::uint8_t bin = 0; bin < leaf.bins.value_bins(); ++bin) {
      for (const bool missing_left : {false, true}) {
        bool allowed = false;
        const double gain = leaf.gain(bin, missing_left, options, allowed);
        if (allowed && std::isfinite(gain)) best = std::max(best, gain);
      }
    }
    const Split split = leaf.best(options);
    CAPTURE(trial);
    CHECK(split.gain == doctest::Approx(best).epsilon(1e-9));
    if (split.gain <= 0) continue;
    ++found;
    CHECK(split.column == 3);
    bool allowed = false;
    CHECK(leaf.gain(split.bin, split.missing_left, options, allowed) == doctest::Approx(best));
    CHECK(allowed);
    // What it says goes left is what goes left.
    LeafSums left;
    for (std::size_t i = 0; i < leaf.bin.size(); ++i) {
      const bool goes = leaf.bin[i] == kMissing ? split.missing_left : leaf.bin[i] <= split.bin;
      if (goes) left = left + LeafSums{leaf.gradients.data()[i], 1};
    }
    CHECK(left.packed == split.left.packed);
    CHECK(left.documents == split.left.documents);
  }
  CHECK(found > 200);
}

TEST_CASE("equal gradients are not split, however the sums round") {
  const std::vector<double> g(90, 0.1);
  const std::vector<double> h(90, 0.3);
  std::vector<std::uint8_t> bin(90);
  for (std::size_t i = 0; i < bin.size(); ++i) bin[i] = static_cast<std::uint8_t>(i % 7);
  TreeOptions options;
  options.min_docs_per_leaf = 1;
  CHECK(Leaf(7, bin, g, h).best(options).gain == 0);
}

TEST_CASE("among equal gains the lowest bin wins") {
  // Bins 1 and 2 hold nobody: splits after 0, 1 and 2 are the same.
  TreeOptions options;
  options.min_docs_per_leaf = 1;
  const Split split = Leaf(5, {0, 0, 3, 3}, {1, 1, -1, -1}, {1, 1, 1, 1}).best(options);
  CHECK(split.gain == 2);
  CHECK(split.bin == 0);
}

TEST_CASE("missing values alone can be parted from all others") {
  TreeOptions options;
  options.min_docs_per_leaf = 1;
  const Split split =
      Leaf(2, {0, 1, 0, kMissing, kMissing}, {1, 1, 1, -1, -1}, {1, 1, 1, 1, 1}).best(options);
  CHECK(split.bin == 1);
  CHECK_FALSE(split.missing_left);
  CHECK(split.left.documents == 3);
}

TEST_CASE("where none is missing, a missing value follows the larger side") {
  TreeOptions options;
  options.min_docs_per_leaf = 1;
  CHECK(Leaf(2, {0, 0, 0, 1}, {1, 1, 1, -1}, {1, 1, 1, 1}).best(options).missing_left);
  CHECK_FALSE(Leaf(2, {0, 1, 1, 1}, {1, -1, -1, -1}, {1, 1, 1, 1}).best(options).missing_left);
}
