#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gbrank/ensemble.h"

namespace gbrank {

/// A node of a tree as another program numbered it: inner nodes and leaves in any order, the root
/// at 0.
struct ForeignNode {
  bool leaf = false;
  // An inner node.
  std::uint32_t feature = 0;
  double threshold = 0;  // a value <= threshold goes left; NaN: no value does
  bool missing_left = false;
  std::size_t left = 0;
  std::size_t right = 0;
  double gain = 0;
  // A leaf.
  double value = 0;
  double documents = 0;
};

/// Left and right; nothing for a leaf.
using Children = std::optional<std::pair<std::size_t, std::size_t>>;

/// The nodes that are reached from node 0, parents before their children and otherwise as they are
/// numbered. Throws Error for a child that is out of range or reached twice.
std::vector<std::size_t> reached_nodes(std::size_t nodes,
                                       const std::function<Children(std::size_t)>& children_of);

/// The same tree in gbrank's arrays; what is not reached is left out. A split that no value can
/// pass to the left changes its sides, for the threshold has to be a finite float32.
Tree arranged(std::span<const ForeignNode> nodes);

/// The largest float32 <= value, so that no float32 compares differently with it: up to the largest
/// finite one; NaN if there is none.
float float32_at_most(double value);

/// A number of documents that a program has as a sum of weights, rounded.
std::uint32_t rounded_count(double sum);

}  // namespace gbrank
