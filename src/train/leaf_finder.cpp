#include "train/leaf_finder.h"

namespace gbrank {

LeafFinder::LeafFinder(const Dataset& data, const GrownTree& grown)
    : root_(grown.column.empty() ? ~0 : 0) {
  for (std::size_t i = 0; i < grown.column.size(); ++i) {
    const BinPlace& place = data.places()[grown.column[i]];
    nodes_.push_back({data.lane(place.byte),
                      {grown.tree.right[i], grown.tree.left[i]},
                      sides_of(place, grown.bin[i], grown.tree.missing_left[i] != 0)});
  }
}

}  // namespace gbrank
