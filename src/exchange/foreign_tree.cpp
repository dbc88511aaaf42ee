#include "exchange/foreign_tree.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include <fmt/format.h>

#include "gbrank/error.h"

namespace gbrank {

std::vector<std::size_t> reached_nodes(std::size_t nodes,
                                       const std::function<Children(std::size_t)>& children_of) {
  if (nodes == 0) throw Error("has no node");
  std::vector<std::size_t> reached;
  std::vector<bool> seen(nodes);
  seen[0] = true;
  // The lowest number among those whose parents have been taken.
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> next;
  next.push(0);
  while (!next.empty()) {
    const std::size_t node = next.top();
    next.pop();
    reached.push_back(node);
    const Children children = children_of(node);
    if (!children) continue;
    for (const std::size_t child : {children->first, children->second}) {
      if (child >= nodes || seen[child]) {
        throw Error(
            fmt::format("has a node {} whose child is out of range or reached twice", node));
      }
      seen[child] = true;
      next.push(child);
    }
  }
  return reached;
}

Tree arranged(std::span<const ForeignNode> nodes) {
  std::vector<std::size_t> order = reached_nodes(nodes.size(), [&](std::size_t i) -> Children {
    if (nodes[i].leaf) return {};
    return std::pair{nodes[i].left, nodes[i].right};
  });
  const auto leaves_begin = std::stable_partition(order.begin(), order.end(),
                                                  [&](std::size_t i) { return !nodes[i].leaf; });
  std::sort(leaves_begin, order.end());
  std::vector<std::int32_t> number(nodes.size());
  std::int32_t next = 0;
  for (auto at = order.begin(); at != leaves_begin; ++at) number[*at] = next++;
  next = 0;
  for (auto at = leaves_begin; at != order.end(); ++at) number[*at] = ~next++;

  Tree tree;
  for (const std::size_t i : order) {
    const ForeignNode& node = nodes[i];
    if (node.leaf) {
      tree.value.push_back(node.value);
      tree.documents.push_back(rounded_count(node.documents));
      continue;
    }
    const float threshold = float32_at_most(node.threshold);
    const bool swapped = std::isnan(threshold);
    tree.feature.push_back(node.feature);
    tree.threshold.push_back(swapped ? std::numeric_limits<float>::max() : threshold);
    tree.missing_left.push_back(node.missing_left != swapped ? 1 : 0);
    tree.left.push_back(number[swapped ? node.right : node.left]);
    tree.right.push_back(number[swapped ? node.left : node.right]);
    tree.gain.push_back(std::isfinite(node.gain) ? node.gain : 0);
  }
  return tree;
}

float float32_at_most(double value) {
  using Limits = std::numeric_limits<float>;
  if (value >= Limits::max()) return Limits::max();
  if (!(value >= -Limits::max())) return Limits::quiet_NaN();
  const auto nearest = static_cast<float>(value);
  return nearest <= value ? nearest : std::nextafterf(nearest, -Limits::infinity());
}

std::uint32_t rounded_count(double sum) {
  if (!(sum > 0)) return 0;
  return static_cast<std::uint32_t>(
      std::min(std::round(sum), static_cast<double>(std::numeric_limits<std::uint32_t>::max())));
}

}  // namespace gbrank
