#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gbrank/ensemble.h"

#include "explain/kernels/kernels.h"
#include "explain/quadrature.h"

namespace gbrank {

/// A tree as explaining looks at it.
///
/// Of a leaf with value v, let the features of its path be 1 ... m. A document meets all conditions
/// on feature i (o_i = 1) or not (o_i = 0), and the share z_i of the training documents does. When
/// the features S are known, the leaf answers v times the product of o_i over S and z_i over the
/// others. The Shapley value of feature i is then v (o_i - z_i) times
///
///   sum over S without i of  |S|! (m - |S| - 1)! / m!  prod_{j in S} o_j  prod_{j not in S} z_j
///
///   =  integral from 0 to 1 of  prod_j (o_j t + z_j (1 - t)) dt
///
/// (products without i), because that quotient of factorials is the integral of
/// t^|S| (1 - t)^(m - |S| - 1). The integrand is a polynomial of degree m - 1, for which m / 2
/// places of Gauss and Legendre are exact. All terms are of one sign, so nothing is lost however
/// deep the tree is. At a place t, the product over the whole path grows edge by edge; a feature's
/// own factor is divided out again, and the sums over the leaves below an edge are shared by all
/// that the edge says of them.
struct PathTree {
  std::vector<PathEdge> edges;    // a parent's before its children's, left before right
  std::size_t depth = 0;          // the most edges on a path
  std::size_t path_features = 0;  // the most different features on a path
  double mean = 0;                // over the training documents
};

/// `slot` says under which number the values of a feature will come. Where no training document
/// came to a node, both sides share equally.
PathTree make_path_tree(const Tree& tree, const std::vector<std::uint32_t>& slot);

/// What the edges mean at `count` places, the first of which is given: edge after edge, one a
/// place.
void edge_factors(const PathTree& tree, const Quadrature& rule, std::size_t first,
                  std::size_t count, std::vector<EdgeFactors>& factors);

}  // namespace gbrank
