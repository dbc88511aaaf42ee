#include "exchange/tree_table.h"

#include <cassert>
#include <limits>

#include "gbrank/error.h"

namespace gbrank {
namespace {

/// The index that the next entry of an array will have.
template <typename T>
std::int32_t next_index(const std::vector<T>& entries) {
  if (entries.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error("has more than 2^31 nodes");
  }
  return static_cast<std::int32_t>(entries.size());
}

}  // namespace

void TreeTable::begin_tree(float weight) {
  assert(complete());
  open_.push_back({roots_.size(), Side::kRoot});
  roots_.push_back(0);
  weights_.push_back(weight);
}

void TreeTable::add_split(const Split& split) {
  fill_place(next_index(splits_));
  open_.push_back({splits_.size(), Side::kRight});
  open_.push_back({splits_.size(), Side::kLeft});
  splits_.push_back(split);
}

void TreeTable::add_leaf(float value) {
  fill_place(~next_index(leaves_));
  leaves_.push_back(value);
}

void TreeTable::fill_place(std::int32_t child) {
  assert(!complete());
  const Place place = open_.back();
  open_.pop_back();
  switch (place.side) {
    case Side::kRoot:
      roots_[place.index] = child;
      break;
    case Side::kLeft:
      splits_[place.index].left = child;
      break;
    case Side::kRight:
      splits_[place.index].right = child;
      break;
  }
}

}  // namespace gbrank
