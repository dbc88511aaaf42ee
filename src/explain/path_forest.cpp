#include "explain/path_forest.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "gbrank/error.h"

namespace gbrank {
namespace {

/// Time and memory of a tree grow with the features on a path; no tree that was trained comes near.
constexpr std::size_t kMostPathFeatures = 16384;

/// So many factors of edges are at hand at a time: 8 MB.
constexpr std::size_t kFactors = std::size_t{1} << 18;

/// Half of the features on a path, rounded up: see PathTree.
std::size_t places_of(const PathTree& tree) { return (tree.path_features + 1) / 2; }

std::vector<std::uint32_t> asked_features(const Ensemble& ensemble) {
  std::vector<bool> asked(ensemble.features());
  for (const Tree& tree : ensemble.trees) {
    for (const std::uint32_t feature : tree.feature) asked[feature] = true;
  }
  std::vector<std::uint32_t> features;
  for (std::uint32_t f = 0; f < asked.size(); ++f) {
    if (asked[f]) features.push_back(f);
  }
  return features;
}

}  // namespace

PathForest::PathForest(const Ensemble& ensemble, const PathKernels& kernels)
    : kernels_(kernels), features_(asked_features(ensemble)), base_value_(ensemble.base_score) {
  std::vector<std::uint32_t> slot(ensemble.features());
  for (std::uint32_t s = 0; s < features_.size(); ++s) slot[features_[s]] = s;
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    PathTree tree = make_path_tree(ensemble.trees[t], slot);
    base_value_ += tree.mean;
    if (tree.path_features > kMostPathFeatures) {
      throw Error(fmt::format(
          "tree {} asks {} different features on one path; contributions are computed for up to {}",
          t, tree.path_features, kMostPathFeatures));
    }
    if (tree.edges.empty()) continue;
    const std::size_t places = places_of(tree);
    if (!rules_.contains(places)) rules_.emplace(places, gauss_legendre(places));
    trees_.push_back(std::move(tree));
  }
}

void PathForest::explain(std::span<const float> rows, std::span<double> contributions,
                         Scratch& scratch) const {
  const std::size_t slots = features_.size();
  if (slots == 0) return;
  const std::size_t count = rows.size() / slots;
  assert(rows.size() == count * slots && contributions.size() == rows.size());
  const std::size_t groups = (count + kGroupDocuments - 1) / kGroupDocuments;
  const auto at = [&](std::size_t row, std::size_t s) {
    return (row / kGroupDocuments * slots + s) * kGroupDocuments + row % kGroupDocuments;
  };
  scratch.values.assign(groups * slots * kGroupDocuments, 0);
  scratch.contributions.assign(groups * slots * kGroupDocuments, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t s = 0; s < slots; ++s) {
      scratch.values[at(i, s)] = static_cast<double>(rows[i * slots + s]);
    }
  }
  for (const PathTree& tree : trees_) explain_tree(tree, groups, scratch);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t s = 0; s < slots; ++s) {
      contributions[i * slots + s] = scratch.contributions[at(i, s)];
    }
  }
}

/// All groups at a few places of the integral, then at the next ones: every place is a sum of its
/// own.
void PathForest::explain_tree(const PathTree& tree, std::size_t groups, Scratch& scratch) const {
  const Quadrature& rule = rules_.at(places_of(tree));
  const std::size_t at_once = std::clamp<std::size_t>(kFactors / tree.edges.size(), 1, rule.size());
  const std::size_t group_values = features_.size() * kGroupDocuments;
  scratch.levels.resize((tree.depth + 1) * level_doubles(at_once));
  scratch.edges.resize(tree.depth + 1);
  for (std::size_t first = 0; first < rule.size(); first += at_once) {
    const std::size_t places = std::min(at_once, rule.size() - first);
    edge_factors(tree, rule, first, places, scratch.factors);
    const PathWork work{tree.edges.data(), tree.edges.size(), scratch.factors.data(),
                        rule.weight.data() + first, places};
    for (std::size_t g = 0; g < groups; ++g) {
      kernels_.explain(work, scratch.values.data() + g * group_values,
                       scratch.contributions.data() + g * group_values,
                       {scratch.levels.data(), scratch.edges.data()});
    }
  }
}

}  // namespace gbrank
