#include "exchange/foreign_tree.h"

#include <bit>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "gbrank/predictor.h"

#include "base/random.h"
#include "support/error_of.h"

namespace gbrank::test {
namespace {

ForeignNode split(double threshold, std::size_t left, std::size_t right,
                  bool missing_left = false) {
  ForeignNode node;
  node.threshold = threshold;
  node.left = left;
  node.right = right;
  node.missing_left = missing_left;
  return node;
}

ForeignNode leaf(double value) {
  ForeignNode node;
  node.leaf = true;
  node.value = value;
  node.documents = value;
  return node;
}

double score(const Tree& tree, float value) {
  Ensemble ensemble;
  ensemble.feature_names = {"f"};
  ensemble.trees = {tree};
  check(ensemble);
  return Predictor(ensemble).score(std::vector<float>{value});
}

}  // namespace

TEST_CASE("a tree in any order becomes parents first, leaves in the order of their numbers") {
  // 0: x <= 1 ? (4: x <= 0 ? 10 : 20) : (2: x <= 2 ? 30 : 40); node 6 is not reached
  const std::vector<ForeignNode> nodes = {split(1, 4, 2), leaf(40), split(2, 5, 1), leaf(20),
                                          split(0, 7, 3), leaf(30), leaf(99),       leaf(10)};
  const Tree tree = arranged(nodes);
  CHECK(tree.threshold == std::vector<float>{1, 2, 0});
  CHECK(tree.left == std::vector<std::int32_t>{2, ~2, ~3});
  CHECK(tree.right == std::vector<std::int32_t>{1, ~0, ~1});
  CHECK(tree.value == std::vector<double>{40, 20, 30, 10});
  CHECK(tree.documents == std::vector<std::uint32_t>{40, 20, 30, 10});
  for (const auto& [value, expected] :
       {std::pair{-1.0F, 10.0}, {0.0F, 10.0}, {0.5F, 20.0}, {1.5F, 30.0}, {3.0F, 40.0}}) {
    CHECK(score(tree, value) == expected);
  }
}

TEST_CASE("a leaf that is reached early keeps its place among the leaves") {
  const std::vector<ForeignNode> nodes = {split(1, 3, 4), leaf(10), leaf(20), leaf(30),
                                          split(2, 2, 1)};
  const Tree tree = arranged(nodes);
  CHECK(tree.value == std::vector<double>{10, 20, 30});
  CHECK(tree.left == std::vector<std::int32_t>{~2, ~1});
  CHECK(tree.right == std::vector<std::int32_t>{1, ~0});
}

TEST_CASE("a tree that is gbrank's already keeps its numbers") {
  const std::vector<ForeignNode> nodes = {split(1, 1, 5), split(0, 3, 2), split(0.5, 4, 6), leaf(1),
                                          leaf(2),        leaf(3),        leaf(4)};
  const Tree tree = arranged(nodes);
  CHECK(tree.left == std::vector<std::int32_t>{1, ~0, ~1});
  CHECK(tree.right == std::vector<std::int32_t>{~2, 2, ~3});
}

TEST_CASE("a split that no value passes to the left changes its sides") {
  for (const double threshold : {-HUGE_VAL, std::nan(""), -1e300}) {
    for (const bool missing_left : {false, true}) {
      const Tree tree = arranged({{split(threshold, 1, 2, missing_left), leaf(1), leaf(2)}});
      const float most = std::numeric_limits<float>::max();
      for (const float value : {-most, 0.0F, most}) CHECK(score(tree, value) == 2);
      CHECK(score(tree, std::nanf("")) == (missing_left ? 1 : 2));
    }
  }
}

TEST_CASE("nodes out of range, loops and nodes with two parents are errors") {
  const auto error = [](const std::vector<ForeignNode>& nodes) {
    return error_of([&] { arranged(nodes); });
  };
  const std::string bad = "has a node 0 whose child is out of range or reached twice";
  CHECK(error({split(0, 1, 3), leaf(1), leaf(2)}) == bad);
  CHECK(error({split(0, static_cast<std::size_t>(-5), 1), leaf(1)}) == bad);
  CHECK(error({split(0, 0, 1), leaf(1)}) == bad);
  CHECK(error({split(0, 1, 1), leaf(1)}) == bad);
  CHECK(error({split(0, 1, 2), leaf(1), split(0, 1, 3), leaf(2)}) ==
        "has a node 2 whose child is out of range or reached twice");
  CHECK(error({}) == "has no node");
}

TEST_CASE("the largest float32 that is not above a number compares as the number does") {
  Random random(random_key(5));
  const auto any_float = [&] {
    float value = std::nanf("");
    while (!std::isfinite(value))
      value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    return value;
  };
  for (int trial = 0; trial < 20000; ++trial) {
    const float near = any_float();
    const double threshold = static_cast<double>(near) * (1 + (random.uniform() - 0.5) * 0x1.0p-22);
    const float rounded = float32_at_most(threshold);
    for (const float value :
         {near, std::nextafterf(near, -HUGE_VALF), std::nextafterf(near, HUGE_VALF), any_float()}) {
      if (std::isfinite(value))
        CHECK((value <= rounded) == (static_cast<double>(value) <= threshold));
    }
  }
  const float most = std::numeric_limits<float>::max();
  CHECK(float32_at_most(0.1) == std::nextafterf(0.1F, 0));  // 0.1F is above 0.1
  CHECK(float32_at_most(static_cast<double>(0.1F)) == 0.1F);
  CHECK(float32_at_most(1e-300) == 0);
  CHECK(float32_at_most(-1e-300) == -std::numeric_limits<float>::denorm_min());
  CHECK(float32_at_most(HUGE_VAL) == most);
  CHECK(float32_at_most(3.4028235e38) == most);
  CHECK(float32_at_most(-static_cast<double>(most)) == -most);
  CHECK(std::isnan(float32_at_most(-3.41e38)));
  CHECK(std::isnan(float32_at_most(std::nan(""))));
}

TEST_CASE("sums of weights become whole numbers of documents") {
  CHECK(rounded_count(2.5) == 3);
  CHECK(rounded_count(-1) == 0);
  CHECK(rounded_count(std::nan("")) == 0);
  CHECK(rounded_count(1e300) == std::numeric_limits<std::uint32_t>::max());
}

}  // namespace gbrank::test
