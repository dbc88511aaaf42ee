#pragma once

#include "gbrank/ensemble.h"

#include "exchange/format.h"

namespace gbrank {

/// What is added to every score.
inline double constant_of(const Ensemble& ensemble, const ExportOptions& options) {
  return ensemble.base_score + options.shift;
}

/// For formats without a base score: calls visit(tree) for every tree, and for a tree of one leaf
/// that stands for the constant. It comes last, so that partial sums are small. There is at least
/// one tree.
template <typename Visit>
void visit_trees(const Ensemble& ensemble, const ExportOptions& options, Visit&& visit) {
  for (const Tree& tree : ensemble.trees) visit(tree);
  const double constant = constant_of(ensemble, options);
  if (constant == 0 && !ensemble.trees.empty()) return;
  Tree leaf;
  leaf.value = {constant};
  leaf.documents = {0};
  visit(leaf);
}

}  // namespace gbrank
