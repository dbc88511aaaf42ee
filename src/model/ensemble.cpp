#include "gbrank/ensemble.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gbrank/error.h"

namespace gbrank {

std::vector<std::uint64_t> node_documents(const Tree& tree) {
  std::vector<std::uint64_t> documents(tree.nodes());
  const auto of = [&](std::int32_t child) -> std::uint64_t {
    return child >= 0 ? documents[static_cast<std::size_t>(child)]
                      : tree.documents[static_cast<std::size_t>(~child)];
  };
  for (std::size_t i = tree.nodes(); i-- > 0;) {  // children stand after their parents
    documents[i] = of(tree.left[i]) + of(tree.right[i]);
  }
  return documents;
}

std::vector<std::string> default_feature_names(std::size_t features) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= features; ++i) names.push_back(fmt::format("f{}", i));
  return names;
}

namespace {

void check_tree(const Tree& tree, std::size_t features) {
  const std::size_t nodes = tree.nodes();
  const std::size_t leaves = tree.leaves();
  for (const std::size_t size : {tree.threshold.size(), tree.missing_left.size(), tree.left.size(),
                                 tree.right.size(), tree.gain.size()}) {
    if (size != nodes)
      throw Error(fmt::format("has node arrays of {} and {} entries", nodes, size));
  }
  if (tree.documents.size() != leaves) {
    throw Error(
        fmt::format("has {} leaf values and {} document counts", leaves, tree.documents.size()));
  }
  if (leaves != nodes + 1) {
    throw Error(fmt::format("has {} inner nodes and {} leaves, expected one leaf more than nodes",
                            nodes, leaves));
  }
  std::vector<bool> node_seen(nodes);
  std::vector<bool> leaf_seen(leaves);
  for (std::size_t i = 0; i < nodes; ++i) {
    if (tree.feature[i] >= features) {
      throw Error(fmt::format("splits on feature {} of {}", tree.feature[i] + 1, features));
    }
    if (!std::isfinite(tree.threshold[i]) || !std::isfinite(tree.gain[i])) {
      throw Error(fmt::format("has a threshold or gain at node {} that is not finite", i));
    }
    for (const std::int32_t child : {tree.left[i], tree.right[i]}) {
      const bool is_leaf = child < 0;
      const auto index = static_cast<std::size_t>(is_leaf ? ~child : child);
      std::vector<bool>& seen = is_leaf ? leaf_seen : node_seen;
      if (index >= seen.size() || seen[index] || (!is_leaf && index <= i)) {
        throw Error(
            fmt::format("has a node {} whose child {} is out of range, not after it, or "
                        "reached twice",
                        i, child));
      }
      seen[index] = true;
    }
  }
  for (const double value : tree.value) {
    if (!std::isfinite(value)) throw Error("has a leaf value that is not finite");
  }
}

}  // namespace

void check(const Ensemble& ensemble) {
  if (!std::isfinite(ensemble.base_score)) throw Error("the base score is not finite");
  for (std::size_t t = 0; t < ensemble.trees.size(); ++t) {
    try {
      check_tree(ensemble.trees[t], ensemble.features());
    } catch (const Error& error) {
      throw Error(fmt::format("tree {} {}", t, error.what()));
    }
  }
}

std::vector<FeatureImportance> feature_importance(const Ensemble& ensemble) {
  std::vector<FeatureImportance> all(ensemble.features());
  for (std::size_t f = 0; f < all.size(); ++f) all[f].feature = f;
  for (const Tree& tree : ensemble.trees) {
    const std::vector<std::uint64_t> documents = node_documents(tree);
    for (std::size_t i = 0; i < tree.nodes(); ++i) {
      FeatureImportance& importance = all[tree.feature[i]];
      importance.gain += tree.gain[i];
      importance.splits += 1;
      importance.cover += documents[i];
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.gain > b.gain; });
  return all;
}

}  // namespace gbrank
