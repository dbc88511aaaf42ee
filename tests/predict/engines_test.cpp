// Every way of scoring gives the bits of the reference, whatever the trees and rows look like.

#include <bit>
#include <limits>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "gbrank/predictor.h"

#include "predict/block_engine.h"
#include "predict/reference.h"
#include "predict/row_engine.h"
#include "support/random_shapes.h"

using namespace gbrank;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// An ensemble, rows for it and what the reference says of them.
struct Case {
  test::EnsembleShape shape;
  Ensemble ensemble;
  std::vector<float> values;
  std::vector<double> expected;

  Case(Random& random, const test::EnsembleShape& its, std::size_t rows, bool with_missing = true)
      : shape(its),
        ensemble(test::random_ensemble(random, shape)),
        values(test::awkward_rows(random, shape, rows, with_missing)) {
    for (std::size_t i = 0; i < rows; i += 7)
      values[i * shape.features] = i % 2 ? kInfinity : -kInfinity;
    for (std::size_t i = 0; i < rows; ++i) expected.push_back(reference_score(ensemble, row(i)));
  }

  std::size_t rows() const { return expected.size(); }
  std::span<const float> row(std::size_t i) const {
    return std::span(values).subspan(i * shape.features, shape.features);
  }
  DenseRows dense() const { return {values.data(), rows(), shape.features}; }
};

/// The first row whose bits differ, or how many rows there are.
std::size_t first_difference(std::span<const double> scores, std::span<const double> expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(scores[i]) != std::bit_cast<std::uint64_t>(expected[i]))
      return i;
  }
  return expected.size();
}

const std::vector<test::EnsembleShape> kShapes = {
    {1, 1, 1, 10},       // constants
    {1, 3, 8, 4},        // a feature with few thresholds
    {1, 30, 20, 600},    // a feature with more thresholds than a byte can tell apart
    {3, 25, 64, 2000},   // several of them
    {8, 40, 16, 30},     // the leaf counts for which values are in registers
    {8, 40, 32, 30},     //
    {8, 40, 64, 30},     //
    {8, 20, 65, 30},     // one more
    {20, 12, 256, 300},  // the largest trees of a block
    {300, 13, 40, 60},   // more features than trees ask for
};

}  // namespace

TEST_CASE("blocks of rows give the bits of the reference, with every table of kernels") {
  Random random(1);
  for (const test::EnsembleShape& shape : kShapes) {
    const Case c(random, shape, 3 * kBlockRows);
    REQUIRE(BlockEngine::can_score(c.ensemble));
    for (const PredictKernels* kernels : all_predict_kernels()) {
      CAPTURE(fmt::format("{}, {} leaves, {} thresholds", kernels->name, shape.most_leaves,
                          shape.thresholds));
      const BlockEngine engine(c.ensemble, *kernels);
      BlockEngine::Scratch scratch;
      for (const std::size_t count : {std::size_t{1}, std::size_t{17}, kHalfBlock - 1, kHalfBlock,
                                      kHalfBlock + 1, kBlockRows}) {
        const std::size_t first = random.below(c.rows() - count);
        std::vector<double> scores(count);
        engine.score(c.dense(), first, scores, scratch);
        CHECK(first_difference(scores, std::span(c.expected).subspan(first, count)) == count);
      }
    }
  }
}

TEST_CASE("single rows give the bits of the reference") {
  Random random(2);
  std::vector<test::EnsembleShape> shapes = kShapes;
  shapes.push_back({5, 30, 1500, 1000});  // larger trees than blocks can have
  for (const test::EnsembleShape& shape : shapes) {
    const Case c(random, shape, 200);
    REQUIRE(RowEngine::can_score(c.ensemble));
    const RowEngine engine(c.ensemble);
    std::vector<double> scores;
    for (std::size_t i = 0; i < c.rows(); ++i) scores.push_back(engine.score(c.row(i)));
    CAPTURE(fmt::format("{} leaves, {} thresholds", shape.most_leaves, shape.thresholds));
    CHECK(first_difference(scores, c.expected) == c.rows());
  }
}

TEST_CASE("batches of every size, stride and number of threads have the bits of the reference") {
  Random random(3);
  const Case c(random, {6, 30, 40, 50}, 700);
  const Predictor predictor(c.ensemble);
  for (const std::size_t stride : {c.shape.features, c.shape.features + 3}) {
    std::vector<float> values(c.rows() * stride, 1e9F);
    for (std::size_t i = 0; i < c.rows(); ++i)
      std::ranges::copy(c.row(i), values.begin() + static_cast<std::ptrdiff_t>(i * stride));
    for (const std::size_t rows : {0U, 1U, 15U, 16U, 100U, 128U, 129U, 140U, 200U, 700U}) {
      for (const int threads : {0, 1, 2, 3}) {
        CAPTURE(fmt::format("{} rows, stride {}, {} threads", rows, stride, threads));
        std::vector<double> scores(rows);
        predictor.score(DenseRows{values.data(), rows, stride}, scores, threads);
        CHECK(first_difference(scores, std::span(c.expected).first(rows)) == rows);
      }
    }
  }
}

TEST_CASE("sparse rows have the bits of the same rows written out") {
  Random random(4);
  for (const bool absent_is_missing : {false, true}) {
    Case c(random, {9, 30, 40, 50}, 300);
    c.ensemble.absent_is_missing = absent_is_missing;
    std::vector<std::size_t> offsets = {0};
    std::vector<std::uint32_t> features;
    std::vector<float> values;
    const auto write = [&](std::size_t feature, float value) {
      features.push_back(static_cast<std::uint32_t>(feature));
      values.push_back(value);
    };
    std::vector<double> expected;
    for (std::size_t i = 0; i < c.rows(); ++i) {
      std::vector<float> row(9, absent_is_missing ? std::numeric_limits<float>::quiet_NaN() : 0);
      for (std::size_t n = random.below(12); n-- > 0;) {  // in any order, some twice
        const std::size_t feature = random.below(9);
        row[feature] = c.row(i)[random.below(9)];
        write(feature, row[feature]);
      }
      if (i % 3 == 0) write(9 + random.below(1000), 5);  // the model does not know it
      offsets.push_back(features.size());
      expected.push_back(reference_score(c.ensemble, row));
    }
    for (const std::size_t rows : {std::size_t{1}, std::size_t{12}, std::size_t{20}, c.rows()}) {
      std::vector<double> scores(rows);
      const SparseRows some{std::span(offsets).first(rows + 1), features, values};
      Predictor(c.ensemble).score(some, scores, 2);
      CHECK(first_difference(scores, std::span(expected).first(rows)) == rows);
    }
  }
}

TEST_CASE("a score of minus zero stays one") {
  Ensemble ensemble;
  ensemble.base_score = -0.0;
  ensemble.trees.resize(1);
  ensemble.trees[0].value = {-0.0};
  ensemble.trees[0].documents = {1};
  const Predictor predictor(ensemble);
  CHECK(std::signbit(predictor.score(std::span<const float>())));
  std::vector<double> scores(20);
  predictor.score(DenseRows{nullptr, 20, 0}, scores);
  CHECK(std::ranges::all_of(scores, [](double score) { return std::signbit(score); }));
}

TEST_CASE("trees of any size are scored") {
  Random random(5);
  for (const std::size_t leaves : {257U, 32768U, 40000U}) {
    // A chain: every split parts one value more.
    Ensemble ensemble;
    ensemble.feature_names = {"a", "b"};
    Tree tree;
    for (std::size_t i = 0; i + 1 < leaves; ++i) {
      tree.feature.push_back(i % 2);
      tree.threshold.push_back(static_cast<float>(i));
      tree.missing_left.push_back(i % 3 == 0 && i > leaves / 2);
      tree.left.push_back(~static_cast<std::int32_t>(i));
      tree.right.push_back(static_cast<std::int32_t>(i + 1));
      tree.gain.push_back(1);
    }
    tree.right.back() = ~static_cast<std::int32_t>(leaves - 1);
    for (std::size_t i = 0; i < leaves; ++i) {
      tree.value.push_back(random.uniform());
      tree.documents.push_back(1);
    }
    ensemble.trees = {tree, tree};
    check(ensemble);
    CHECK_FALSE(BlockEngine::can_score(ensemble));
    CHECK(RowEngine::can_score(ensemble) == (leaves <= 32768));
    const Predictor predictor(ensemble);
    std::vector<float> values;
    std::vector<double> expected;
    for (int i = 0; i < 20; ++i) {
      for (int f = 0; f < 2; ++f) {
        const bool is_missing = random.below(3) == 0;
        values.push_back(is_missing ? std::numeric_limits<float>::quiet_NaN()
                                    : static_cast<float>(random.below(leaves + 9)));
      }
      expected.push_back(reference_score(ensemble, std::span(values).last(2)));
    }
    std::vector<double> scores(20);
    predictor.score(DenseRows{values.data(), 20, 2}, scores);
    CHECK(first_difference(scores, expected) == 20);
  }
}
