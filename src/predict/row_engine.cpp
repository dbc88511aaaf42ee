#include "predict/row_engine.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

namespace gbrank {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
/// No value is above it, not even infinity.
constexpr std::int32_t kLeaf = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t kMostLeaves = 32768;
constexpr std::size_t kMostSlots = 65536;

/// Integers that are in the same order as the numbers; both zeros are 0.
std::int32_t ordered(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value + 0.0F);
  return bits ^ ((bits >> 31) & std::numeric_limits<std::int32_t>::max());
}

/// What is compared at a node, as one number: the feature and the side of its missing values.
std::uint64_t compared(const Tree& tree, std::size_t node) {
  return 2 * std::uint64_t{tree.feature[node]} + tree.missing_left[node];
}

/// The slot of everything that is compared.
std::map<std::uint64_t, std::size_t> slots_of(const Ensemble& ensemble) {
  std::map<std::uint64_t, std::size_t> slots;
  for (const Tree& tree : ensemble.trees) {
    for (std::size_t i = 0; i < tree.nodes(); ++i) slots.emplace(compared(tree, i), 0);
  }
  std::size_t number = 0;
  for (auto& [what, slot] : slots) slot = number++;
  return slots;
}

/// How many steps bring nearly all training documents to a leaf: the rest go on alone, which costs
/// less than steps that stay where they are.
std::uint32_t worthwhile_steps(const std::vector<std::uint64_t>& documents_by_depth) {
  std::uint64_t left = 0;
  for (const std::uint64_t documents : documents_by_depth) left += documents;
  const std::uint64_t few = left / 64;
  std::uint32_t depth = 0;
  for (; depth + 1 < documents_by_depth.size(); ++depth) {
    left -= documents_by_depth[depth];
    if (left <= few) break;
  }
  return depth;
}

}  // namespace

bool RowEngine::can_score(const Ensemble& ensemble) {
  return std::ranges::all_of(ensemble.trees,
                             [](const Tree& tree) { return tree.leaves() <= kMostLeaves; }) &&
         slots_of(ensemble).size() <= kMostSlots;
}

RowEngine::RowEngine(const Ensemble& ensemble) : base_score_(ensemble.base_score) {
  const auto slots = slots_of(ensemble);
  readable_slots_ = slots.size();
  for (const auto& [what, slot] : slots) {
    slots_.push_back(
        {static_cast<std::uint32_t>(what / 2), what % 2 == 1 ? -kInfinity : kInfinity});
  }
  for (std::size_t first = 0; first < ensemble.trees.size(); first += kTrees) {
    Group group;
    std::vector<std::uint64_t> documents_by_depth(1);
    for (std::size_t k = 0; k < kTrees; ++k) {
      const std::size_t t = first + k;
      group.root[k] = static_cast<std::uint32_t>(nodes_.size());
      group.values[k] = static_cast<std::uint32_t>(values_.size());
      if (t < ensemble.trees.size()) {
        add(ensemble.trees[t], slots, documents_by_depth);
      } else {
        // The last group is filled up with trees that say nothing: x + -0 is x for every x.
        nodes_.push_back({kLeaf, 0, 0});
        values_.push_back(-0.0);
      }
    }
    group.steps = worthwhile_steps(documents_by_depth);
    groups_.push_back(group);
  }
}

/// Breadth first: siblings side by side, and what most rows pass through in few cache lines.
void RowEngine::add(const Tree& tree, const std::map<std::uint64_t, std::size_t>& slots,
                    std::vector<std::uint64_t>& documents_by_depth) {
  struct Place {
    std::int32_t child;
    std::size_t depth;
  };
  std::vector<Place> order = {{tree.nodes() == 0 ? ~0 : 0, 0}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto [child, depth] = order[i];
    if (child < 0) {
      const auto leaf = static_cast<std::size_t>(~child);
      nodes_.push_back({kLeaf, static_cast<std::uint16_t>(leaf), 0});
      if (documents_by_depth.size() <= depth) documents_by_depth.resize(depth + 1);
      documents_by_depth[depth] += tree.documents[leaf];
      continue;
    }
    const auto node = static_cast<std::size_t>(child);
    nodes_.push_back({ordered(tree.threshold[node]),
                      static_cast<std::uint16_t>(slots.at(compared(tree, node))),
                      static_cast<std::uint16_t>(order.size() - i)});
    order.push_back({tree.left[node], depth + 1});
    order.push_back({tree.right[node], depth + 1});
  }
  values_.insert(values_.end(), tree.value.begin(), tree.value.end());
  readable_slots_ = std::max(readable_slots_, tree.leaves());
}

double RowEngine::score(std::span<const float> features) const {
  std::array<std::int32_t, 1024> few;
  std::vector<std::int32_t> many;
  std::int32_t* slots = few.data();
  if (readable_slots_ > few.size()) {
    many.resize(readable_slots_);
    slots = many.data();
  }
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    const float value = features[slots_[s].feature];
    slots[s] = ordered(std::isnan(value) ? slots_[s].missing : value);
  }
  std::fill(slots + slots_.size(), slots + readable_slots_, 0);
  return score_from(slots);
}

double RowEngine::score_from(const std::int32_t* slots) const {
  const auto next = [&](const Node* node) {
    return node + node->step + (slots[node->slot] > node->threshold ? 1 : 0);
  };
  double sum = base_score_;
  for (const Group& group : groups_) {
    const Node* at[kTrees];
    for (std::size_t k = 0; k < kTrees; ++k) at[k] = nodes_.data() + group.root[k];
    for (std::uint32_t step = 0; step < group.steps; ++step) {
      for (std::size_t k = 0; k < kTrees; ++k) at[k] = next(at[k]);
    }
    for (std::size_t k = 0; k < kTrees; ++k) {
      while (at[k]->step != 0) at[k] = next(at[k]);
      sum += values_[group.values[k] + at[k]->slot];
    }
  }
  return sum;
}

}  // namespace gbrank
