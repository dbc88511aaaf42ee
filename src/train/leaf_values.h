#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "train/leaf_pieces.h"

namespace gbrank {

/// The gradients of a round, as they are.
struct RoundGradients {
  std::span<const double> gradient;  // one a row of the data
  std::span<const double> hessian;
  double gradient_sum;  // of absolute values, over the rows of the tree
  double hessian_sum;
};

/// What leaves answer: -G / (H + l2), times the learning rate, where G and H are the sums over the
/// leaf's rows. They are added up as integers of a step so fine (2^-61 of the sum over all rows)
/// that nothing is lost, so that the answer does not depend on their order, nor on the coarser
/// steps that splits are found with.
std::vector<double> leaf_values(const RoundGradients& round, const LeafPieces& pieces, double l2,
                                double learning_rate, int threads);

}  // namespace gbrank
