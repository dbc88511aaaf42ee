#pragma once

#include <cmath>

#include "gbrank/ensemble.h"
#include "gbrank/error.h"

#include "exchange/format.h"

namespace gbrank {

/// What is added to every score. Throws Error where no double holds it.
inline double constant_of(const Ensemble& ensemble, const ExportOptions& options) {
  const double constant = ensemble.base_score + options.shift;
  if (!std::isfinite(constant)) throw Error("the scores are too large to be shifted");
  return constant;
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
