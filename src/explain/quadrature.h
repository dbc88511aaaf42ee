#pragma once

#include <cstddef>
#include <vector>

namespace gbrank {

/// Where to look at a function on [0, 1], and how much each place counts, so that the sum is its
/// integral.
struct Quadrature {
  std::vector<double> node;
  std::vector<double> rest;  // 1 - node, without the rounding
  std::vector<double> weight;

  std::size_t size() const { return node.size(); }
};

/// The rule of Gauss and Legendre with n nodes: exact for polynomials of degree 2n - 1.
Quadrature gauss_legendre(std::size_t n);

}  // namespace gbrank
