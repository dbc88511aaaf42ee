#pragma once

#include "gbrank/ensemble.h"

namespace gbrank {

/// The same tree for programs that go left where a value is < the threshold: they send every finite
/// float32, and what is missing, to the same leaves.
Tree strict_tree(Tree tree);

}  // namespace gbrank
