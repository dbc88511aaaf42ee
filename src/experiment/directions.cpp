#include "experiment/directions.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/counted.h"
#include "base/nearest.h"
#include "base/random.h"

namespace gbrank {
namespace {

double standard_deviation(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / n);
}

/// From the standard normal distribution (Box and Muller 1958).
double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

bool has_split(const Tree& tree) { return tree.leaves() > 1; }

/// `count` of the directions, or all where there are no more, in their order.
std::vector<Direction> draw(const std::vector<Direction>& all, std::size_t count,
                            std::uint64_t seed) {
  if (all.size() <= count) return all;
  std::vector<std::pair<std::uint64_t, std::size_t>> ranks;
  for (std::size_t i = 0; i < all.size(); ++i) {
    ranks.emplace_back(random_key(seed, static_cast<int>(all[i].kind), i), i);
  }
  std::ranges::nth_element(ranks, ranks.begin() + static_cast<std::ptrdiff_t>(count));
  ranks.resize(count);
  std::ranges::sort(ranks, {}, &std::pair<std::uint64_t, std::size_t>::second);
  std::vector<Direction> drawn;
  for (const auto& [rank, i] : ranks) drawn.push_back(all[i]);
  return drawn;
}

void add_leaves(const Tree& tree, std::size_t number, std::vector<Direction>& all) {
  for (std::size_t leaf = 0; leaf < tree.leaves(); ++leaf) {
    all.push_back({DirectionKind::kLeaf, number, leaf});
  }
}

/// Every direction that a request for a kind may mean.
std::vector<Direction> all_of(const Ensemble& ensemble, DirectionKind kind, std::size_t count) {
  std::vector<Direction> all;
  for (std::size_t n = 1; kind == DirectionKind::kRandom && n <= count; ++n) {
    all.push_back({kind, 0, 0, n});
  }
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    if (!has_split(ensemble.trees[t])) continue;
    if (kind == DirectionKind::kTree) all.push_back({kind, t});
    if (kind == DirectionKind::kLeaf) add_leaves(ensemble.trees[t], t, all);
  }
  return all;
}

/// Those of one tree or one leaf.
std::vector<Direction> those_of(const Ensemble& ensemble, const DirectionRequest& request) {
  const std::size_t t = *request.tree;
  if (t >= ensemble.trees.size()) {
    throw OptionError(fmt::format("direction asks for tree {}, the model has {}, counted from 0", t,
                                  counted(ensemble.trees.size(), "tree")));
  }
  const Tree& tree = ensemble.trees[t];
  if (request.kind == DirectionKind::kTree) return {{request.kind, t}};
  if (request.leaf && *request.leaf >= tree.leaves()) {
    throw OptionError(
        fmt::format("direction asks for leaf {} of tree {}, which has {}, counted from 0",
                    *request.leaf, t, counted(tree.leaves(), "leaf", "leaves")));
  }
  if (request.leaf) return {{request.kind, t, *request.leaf}};
  std::vector<Direction> all;
  add_leaves(tree, t, all);
  return all;
}

}  // namespace

std::span<const std::string> direction_kinds() {
  static const std::string names[] = {"tree", "leaf", "random"};
  return names;
}

std::string_view name_of(DirectionKind kind) {
  return direction_kinds()[static_cast<std::size_t>(kind)];
}

std::string Direction::name() const {
  switch (kind) {
    case DirectionKind::kTree:
      return fmt::format("tree {}", tree);
    case DirectionKind::kLeaf:
      return fmt::format("leaf {}:{}", tree, leaf);
    default:
      return fmt::format("random {}", number);
  }
}

DirectionRequest parse_direction(const std::string& text) {
  const std::string word = text.substr(0, text.find(':'));
  const auto found = std::ranges::find(direction_kinds(), word);
  if (found == direction_kinds().end()) {
    throw OptionError(fmt::format("direction is '{}'{}", word, suggest(word, direction_kinds())));
  }
  DirectionRequest request{static_cast<DirectionKind>(found - direction_kinds().begin())};
  std::vector<std::size_t> numbers;
  for (std::size_t at = word.size(); at < text.size();) {
    const std::size_t end = std::min(text.find(':', at + 1), text.size());
    const char* const last = text.data() + end;
    std::size_t number = 0;
    const auto [stop, error] = std::from_chars(text.data() + at + 1, last, number);
    if (error != std::errc{} || stop != last) numbers.resize(3);  // more than any kind has
    numbers.push_back(number);
    at = end;
  }
  if (numbers.size() > static_cast<std::size_t>(request.kind == DirectionKind::kTree   ? 1
                                                : request.kind == DirectionKind::kLeaf ? 2
                                                                                       : 0)) {
    throw OptionError(fmt::format(
        "direction is '{}', expected tree, tree:12, leaf, leaf:12, leaf:12:3 or random", text));
  }
  if (!numbers.empty()) request.tree = numbers[0];
  if (numbers.size() > 1) request.leaf = numbers[1];
  return request;
}

std::vector<Direction> choose_directions(const Ensemble& ensemble,
                                         std::span<const DirectionRequest> requests,
                                         std::size_t count, std::uint64_t seed) {
  if (std::ranges::none_of(ensemble.trees, has_split)) {
    throw Error("the model has no tree with a split: nothing in it changes a ranking");
  }
  std::vector<Direction> chosen;
  for (const DirectionRequest& request : requests) {
    for (const Direction& direction :
         request.tree ? those_of(ensemble, request)
                      : draw(all_of(ensemble, request.kind, count), count, seed)) {
      if (std::ranges::find(chosen, direction) == chosen.end()) chosen.push_back(direction);
    }
  }
  return chosen;
}

ScoreLines::ScoreLines(const Ensemble& ensemble, std::span<const std::uint32_t> leaves)
    : ensemble_(ensemble), leaves_(leaves) {
  const std::size_t trees = ensemble.trees.size();
  assert(trees > 0 && leaves.size() % trees == 0);
  for (const Tree& tree : ensemble.trees) scales_.push_back(standard_deviation(tree.value));
  scores_.resize(leaves.size() / trees, ensemble.base_score);
  for (std::size_t row = 0; row < scores_.size(); ++row) {
    for (std::size_t t = 0; t < trees; ++t) {
      scores_[row] += ensemble.trees[t].value[leaf(row, t)];
    }
  }
}

void ScoreLines::follow(const Direction& direction, std::uint64_t seed, ScoreLine& line) const {
  line.origin = scores_;
  line.slope.assign(scores_.size(), 0.0);
  line.shift = 0;
  switch (direction.kind) {
    case DirectionKind::kTree:
      follow_tree(direction.tree, line);
      break;
    case DirectionKind::kLeaf:
      for (std::size_t row = 0; row < scores_.size(); ++row) {
        if (leaf(row, direction.tree) == direction.leaf) line.slope[row] = scales_[direction.tree];
      }
      break;
    case DirectionKind::kRandom:
      follow_random(direction.number, seed, line);
      break;
  }
}

/// Begins at the model without the tree: what it alone tells apart is then equal at -1, where a
/// score less the tree's answer would differ by rounding.
void ScoreLines::follow_tree(std::size_t tree, ScoreLine& line) const {
  line.shift = 1;
  for (std::size_t row = 0; row < scores_.size(); ++row) {
    double rest = ensemble_.base_score;
    for (std::size_t t = 0; t < ensemble_.trees.size(); ++t) {
      if (t != tree) rest += ensemble_.trees[t].value[leaf(row, t)];
    }
    line.origin[row] = rest;
    line.slope[row] = ensemble_.trees[tree].value[leaf(row, tree)];
  }
}

void ScoreLines::follow_random(std::size_t number, std::uint64_t seed, ScoreLine& line) const {
  Random random(random_key(seed, static_cast<int>(DirectionKind::kRandom), number));
  std::vector<std::vector<double>> changes;
  for (std::size_t t = 0; t < scales_.size(); ++t) {
    changes.emplace_back(ensemble_.trees[t].leaves());
    for (double& change : changes.back()) change = scales_[t] * normal(random);
  }
  for (std::size_t row = 0; row < scores_.size(); ++row) {
    for (std::size_t t = 0; t < changes.size(); ++t) line.slope[row] += changes[t][leaf(row, t)];
  }
}

}  // namespace gbrank
