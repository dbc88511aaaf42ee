#include "experiment/directions.h"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "support/error_of.h"
#include "support/small_ensemble.h"

namespace gbrank {
namespace {

using test::error_of;

/// `trees` trees, all but every third with three leaves.
Ensemble forest(std::size_t trees) {
  const Ensemble small = test::small_ensemble();
  Ensemble ensemble = small;
  ensemble.trees.clear();
  for (std::size_t t = 0; t < trees; ++t) {
    ensemble.trees.push_back(small.trees[t % 3 == 2 ? 1 : 0]);
  }
  return ensemble;
}

std::vector<Direction> chosen(const Ensemble& ensemble, const std::vector<std::string>& texts,
                              std::size_t count = 1000, std::uint64_t seed = 1) {
  std::vector<DirectionRequest> requests;
  for (const std::string& text : texts) requests.push_back(parse_direction(text));
  return choose_directions(ensemble, requests, count, seed);
}

std::vector<std::string> names(const std::vector<Direction>& directions) {
  std::vector<std::string> result;
  for (const Direction& direction : directions) result.push_back(direction.name());
  return result;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("directions are asked for by kind, by tree and by leaf, and come once each") {
  const Ensemble ensemble = forest(4);
  CHECK(names(chosen(ensemble, {"tree"})) == Names{"tree 0", "tree 1", "tree 3"});
  CHECK(names(chosen(ensemble, {"tree:2", "tree:0", "tree:2"})) == Names{"tree 2", "tree 0"});
  CHECK(names(chosen(ensemble, {"leaf:1"})) == Names{"leaf 1:0", "leaf 1:1", "leaf 1:2"});
  CHECK(names(chosen(ensemble, {"leaf:1:2", "leaf:1"})) ==
        Names{"leaf 1:2", "leaf 1:0", "leaf 1:1"});
  CHECK(chosen(ensemble, {"leaf"}).size() == 9);
  CHECK(names(chosen(ensemble, {"random"}, 2)) == Names{"random 1", "random 2"});
}

TEST_CASE("so many of a kind are drawn, by the seed, from trees that have a split") {
  const Ensemble ensemble = forest(300);
  const auto drawn = chosen(ensemble, {"tree", "leaf"}, 50);
  CHECK(drawn.size() == 100);
  CHECK(drawn == chosen(ensemble, {"tree", "leaf"}, 50));
  CHECK(drawn != chosen(ensemble, {"tree", "leaf"}, 50, 2));
  std::size_t late = 0;
  for (const Direction& direction : drawn) {
    CHECK(direction.tree % 3 != 2);
    late += direction.tree >= 150;
  }
  CHECK(late > 25);
  CHECK(late < 75);
}

TEST_CASE("a direction that nobody can mean is refused") {
  const Ensemble ensemble = forest(4);
  const auto error = [&](const std::string& text) {
    return error_of([&] { chosen(ensemble, {text}); });
  };
  CHECK(error("tre") == "direction is 'tre', did you mean tree?");
  CHECK(error("xyzzy:1") == "direction is 'xyzzy'; known: tree, leaf, random");
  for (const std::string text : {"tree:", "tree:x", "tree:1:2", "tree:-1", "leaf:1:2:3",
                                 "leaf:1:", "leaf:1x", "random:1", "leaf::1"}) {
    CAPTURE(text);
    CHECK(error(text) == "direction is '" + text +
                             "', expected tree, tree:12, leaf, leaf:12, leaf:12:3 or random");
  }
  CHECK(error("tree:4") == "direction asks for tree 4, the model has 4 trees, counted from 0");
  CHECK(error("leaf:9") == "direction asks for tree 9, the model has 4 trees, counted from 0");
  CHECK(error("leaf:1:3") ==
        "direction asks for leaf 3 of tree 1, which has 3 leaves, counted from 0");
  Ensemble without_splits = ensemble;
  without_splits.trees = {ensemble.trees[2]};
  CHECK(error_of([&] { chosen(without_splits, {"random"}); }) ==
        "the model has no tree with a split: nothing in it changes a ranking");
}

TEST_CASE("a step changes a tree's weight, a leaf's value, or all values, in the tree's scale") {
  const Ensemble ensemble = forest(3);  // values 1.5, -0.25, 1e-300, twice, then 0.5
  const std::vector<std::uint32_t> leaves = {0, 1, 0, 1, 1, 0, 2, 2, 0};
  const ScoreLines lines(ensemble, leaves);
  const std::vector<double> scores = {0.1 + 1.5 - 0.25 + 0.5, 0.1 - 0.25 - 0.25 + 0.5,
                                      0.1 + 1e-300 + 1e-300 + 0.5};
  CHECK(lines.scores() == scores);
  ScoreLine line;
  lines.follow({DirectionKind::kTree, 0}, 1, line);
  for (std::size_t row = 0; row < 3; ++row) {
    const double value = ensemble.trees[0].value[leaves[3 * row]];
    CHECK(line.at(row, 0) == doctest::Approx(scores[row]));
    CHECK(line.at(row, 0.5) == doctest::Approx(scores[row] + 0.5 * value));
    CHECK(line.at(row, -1) == doctest::Approx(scores[row] - value));
  }
  // Rows 0 and 1 differ in tree 0 alone; without it they are equal to the last bit.
  CHECK(line.at(0, -1) == line.at(1, -1));

  const double mean = 1.25 / 3;
  const double scale =
      std::sqrt((std::pow(1.5 - mean, 2) + std::pow(-0.25 - mean, 2) + mean * mean) / 3);
  lines.follow({DirectionKind::kLeaf, 1, 1}, 1, line);
  CHECK(line.at(0, 2) == doctest::Approx(scores[0] + 2 * scale));
  CHECK(line.at(1, -1) == doctest::Approx(scores[1] - scale));
  CHECK(line.at(2, 2) == scores[2]);

  // Over many directions the changes of a row have a variance of two trees' scales squared; the
  // tree of one leaf changes nothing.
  double sum = 0;
  double squares = 0;
  constexpr std::size_t kMany = 4000;
  std::set<double> changes;
  for (std::size_t n = 1; n <= kMany; ++n) {
    lines.follow({DirectionKind::kRandom, 0, 0, n}, 1, line);
    CHECK(line.at(0, 0) == scores[0]);
    const double change = line.at(0, 1) - scores[0];
    changes.insert(change);
    sum += change;
    squares += change * change;
  }
  CHECK(changes.size() == kMany);
  CHECK(std::abs(sum / kMany) < 4 * scale * std::sqrt(2.0 / kMany));
  CHECK(squares / kMany == doctest::Approx(2 * scale * scale).epsilon(0.1));
  lines.follow({DirectionKind::kRandom, 0, 0, 1}, 2, line);
  CHECK_FALSE(changes.contains(line.at(0, 1) - scores[0]));
}

}  // namespace gbrank
