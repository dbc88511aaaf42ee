#include "scores.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "predict/reference.h"

namespace gbrank::bench {
namespace {

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// How many nodes are above each leaf.
std::vector<std::size_t> depths(const Tree& tree) {
  std::vector<std::size_t> of_nodes(tree.nodes(), 0);
  std::vector<std::size_t> of_leaves(tree.leaves(), 0);
  // Parents come before their children.
  for (std::size_t node = 0; node < tree.nodes(); ++node) {
    for (const std::int32_t child : {tree.left[node], tree.right[node]}) {
      (child < 0 ? of_leaves[static_cast<std::size_t>(~child)]
                 : of_nodes[static_cast<std::size_t>(child)]) = of_nodes[node] + 1;
    }
  }
  return of_leaves;
}

}  // namespace

Expected expected_scores(const Ensemble& ensemble, const Documents& documents) {
  Expected expected;
  expected.additions = ensemble.trees.size();
  expected.magnitudes.assign(documents.rows(), std::abs(ensemble.base_score));
  std::size_t nodes = 0;
  for (const Tree& tree : ensemble.trees) {
    const std::vector<std::size_t> depth = depths(tree);
    for (std::size_t r = 0; r < documents.rows(); ++r) {
      const std::size_t leaf = leaf_of(tree, documents.row(r));
      expected.magnitudes[r] += std::abs(tree.value[leaf]);
      nodes += depth[leaf];
    }
  }
  for (std::size_t r = 0; r < documents.rows(); ++r) {
    expected.scores.push_back(reference_score(ensemble, documents.row(r)));
  }
  expected.nodes = static_cast<double>(nodes) / static_cast<double>(documents.rows());
  return expected;
}

void check_scores(const std::string& contender, double rounding, const Expected& expected,
                  std::span<const double> scores) {
  // Each summand is rounded, and so is each sum; no sum on the way is larger than the magnitude.
  // Twice that leaves room for terms of higher order and for the rounding of the reference itself.
  const double share = 2 * rounding * static_cast<double>(expected.additions + 1);
  for (std::size_t r = 0; r < scores.size(); ++r) {
    const double want = expected.scores[r];
    const double allowed = share * expected.magnitudes[r];
    // Not a number is not within any distance.
    const bool fine =
        rounding == 0 ? same_bits(scores[r], want) : std::abs(scores[r] - want) <= allowed;
    if (!fine) {
      throw Error(fmt::format("{}: document {} of {} scores {}, the reference {}, {} apart; {}",
                              contender, r + 1, scores.size(), scores[r], want,
                              std::abs(scores[r] - want),
                              rounding == 0 ? "the same bits were expected"
                                            : fmt::format("rounding explains {:.2g}", allowed)));
    }
  }
}

}  // namespace gbrank::bench
