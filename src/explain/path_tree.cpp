#include "explain/path_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "model/tree_walk.h"

namespace gbrank {
namespace {

/// What the training documents of a node say.
struct NodeShares {
  double left;
  double right;
  double mean;  // of the leaves below
};

std::vector<NodeShares> node_shares(const Tree& tree) {
  const std::vector<std::uint64_t> documents = node_documents(tree);
  std::vector<NodeShares> nodes(tree.nodes());
  const auto count = [&](std::int32_t child) {
    return child >= 0 ? static_cast<double>(documents[static_cast<std::size_t>(child)])
                      : static_cast<double>(tree.documents[static_cast<std::size_t>(~child)]);
  };
  const auto mean = [&](std::int32_t child) {
    return child >= 0 ? nodes[static_cast<std::size_t>(child)].mean
                      : tree.value[static_cast<std::size_t>(~child)];
  };
  for (std::size_t i = tree.nodes(); i-- > 0;) {  // children stand after their parents
    const double left = count(tree.left[i]);
    const double right = count(tree.right[i]);
    const double both = left + right;
    NodeShares& node = nodes[i];
    node.left = both == 0 ? 0.5 : left / both;
    node.right = both == 0 ? 0.5 : right / both;
    node.mean = node.left * mean(tree.left[i]) + node.right * mean(tree.right[i]);
  }
  return nodes;
}

/// The condition of an edge. Doubles hold every float, and the next number after one.
void set_condition(const Tree& tree, std::size_t node, bool left, PathEdge& edge) {
  const auto threshold = static_cast<double>(tree.threshold[node]);
  const bool missing_comes = left == (tree.missing_left[node] != 0);
  if (left == missing_comes) {  // x > threshold or not, which it is not where x is missing
    edge.condition = left ? Condition::kNotAbove : Condition::kAbove;
    edge.bound = threshold;
  } else {
    edge.condition = left ? Condition::kBelow : Condition::kNotBelow;
    edge.bound = std::nextafter(threshold, std::numeric_limits<double>::infinity());
  }
}

/// Turns the nodes of a walk into edges.
class EdgeMaker {
 public:
  EdgeMaker(const Tree& tree, const std::vector<std::uint32_t>& slot)
      : tree_(tree), slot_(slot), shares_(node_shares(tree)) {
    result_.edges.reserve(2 * tree.nodes());
    result_.mean = tree.nodes() == 0 ? tree.value[0] : shares_[0].mean;
  }

  void node(std::size_t node, std::size_t depth, char side) {
    path_.resize(depth);
    path_.push_back({node, result_.edges.size()});
    if (depth > 0) last_[add(depth, side).feature] = path_.back().edge;
  }
  void leaf(std::size_t leaf, std::size_t depth, char side) {
    if (depth == 0) return;
    PathEdge& edge = add(depth, side);
    edge.value = tree_.value[leaf];
    edge.is_leaf = true;
  }
  void leave(std::size_t, std::size_t depth) {
    if (depth == 0) return;
    const PathEdge& edge = result_.edges[path_[depth].edge];
    if (edge.earlier == 0) {
      last_.erase(edge.feature);
    } else {
      last_[edge.feature] = path_[edge.earlier].edge;
    }
  }

  PathTree take() { return std::move(result_); }

 private:
  PathEdge& add(std::size_t depth, char side) {
    const std::size_t parent = path_[depth - 1].node;
    const bool left = side == 'L';
    PathEdge edge{};
    set_condition(tree_, parent, left, edge);
    edge.feature = slot_[tree_.feature[parent]];
    edge.depth = static_cast<std::uint32_t>(depth);
    edge.earlier_share = 1;
    const auto last = last_.find(edge.feature);
    if (last != last_.end()) {
      edge.earlier = result_.edges[last->second].depth;
      edge.earlier_share = result_.edges[last->second].share;
    }
    edge.share = edge.earlier_share * (left ? shares_[parent].left : shares_[parent].right);
    edge.narrowing = edge.earlier_share == 0 ? 0 : edge.share / edge.earlier_share;
    result_.depth = std::max(result_.depth, depth);
    result_.path_features =
        std::max(result_.path_features, last_.size() + (edge.earlier == 0 ? 1 : 0));
    result_.edges.push_back(edge);
    return result_.edges.back();
  }

  struct Step {
    std::size_t node;
    std::size_t edge;  // that leads to it
  };

  const Tree& tree_;
  const std::vector<std::uint32_t>& slot_;
  std::vector<NodeShares> shares_;
  PathTree result_;
  std::vector<Step> path_;                               // by depth
  std::unordered_map<std::uint32_t, std::size_t> last_;  // edge of the path by its feature
};

}  // namespace

PathTree make_path_tree(const Tree& tree, const std::vector<std::uint32_t>& slot) {
  EdgeMaker maker(tree, slot);
  walk(tree, maker);
  return maker.take();
}

void edge_factors(const PathTree& tree, const Quadrature& rule, std::size_t first,
                  std::size_t count, std::vector<EdgeFactors>& factors) {
  factors.clear();
  for (const PathEdge& edge : tree.edges) {
    for (std::size_t p = first; p < first + count; ++p) {
      const double t = rule.node[p];
      const double rest = rule.rest[p];
      // What the feature's factor in the product is from here on, and one by what it was above.
      const double met = t + edge.share * rest;
      const double above = edge.earlier == 0 ? 1 : 1 / (t + edge.earlier_share * rest);
      // The gain is (o - share) / factor, less the same of the conditions above: their edge counts
      // for all leaves below it.
      factors.push_back({met * above, edge.share * rest * above,
                         (edge.earlier_share - edge.share) * above / met, -above / rest});
    }
  }
}

}  // namespace gbrank
