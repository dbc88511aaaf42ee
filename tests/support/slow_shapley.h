#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "gbrank/ensemble.h"

namespace gbrank::test {

// Shapley values by their definition: a sum over all sets of features, each of which asks the trees
// anew. For a handful of features.

/// What a tree answers below a node when only the features of `known` (a bit each) are: a known one
/// sends the document to its side, another one to both, in proportion to the training documents.
inline long double slow_expectation(const Tree& tree, const std::vector<std::uint64_t>& documents,
                                    std::span<const float> row, std::size_t known,
                                    std::int32_t at) {
  if (at < 0) return tree.value[static_cast<std::size_t>(~at)];
  const auto node = static_cast<std::size_t>(at);
  const auto below = [&](std::int32_t child) {
    return slow_expectation(tree, documents, row, known, child);
  };
  if ((known >> tree.feature[node] & 1) != 0) {
    const float value = row[tree.feature[node]];
    const bool left =
        std::isnan(value) ? tree.missing_left[node] != 0 : value <= tree.threshold[node];
    return below(left ? tree.left[node] : tree.right[node]);
  }
  const auto count = [&](std::int32_t child) -> long double {
    return child >= 0 ? static_cast<long double>(documents[static_cast<std::size_t>(child)])
                      : static_cast<long double>(tree.documents[static_cast<std::size_t>(~child)]);
  };
  const long double left = count(tree.left[node]);
  const long double right = count(tree.right[node]);
  if (left + right == 0) return (below(tree.left[node]) + below(tree.right[node])) / 2;
  return (left * below(tree.left[node]) + right * below(tree.right[node])) / (left + right);
}

inline long double slow_expectation(const Ensemble& ensemble, std::span<const float> row,
                                    std::size_t known) {
  long double sum = ensemble.base_score;
  for (const Tree& tree : ensemble.trees) {
    sum += slow_expectation(tree, node_documents(tree), row, known, tree.nodes() == 0 ? ~0 : 0);
  }
  return sum;
}

/// sum over S without i of |S|! (n - |S| - 1)! / n! (v(S and i) - v(S)).
inline std::vector<double> slow_shapley(const Ensemble& ensemble, std::span<const float> row) {
  const std::size_t n = row.size();
  const auto factorial = [](std::size_t k) { return std::tgamma(static_cast<long double>(k) + 1); };
  std::vector<long double> v;
  for (std::size_t known = 0; known < std::size_t{1} << n; ++known) {
    v.push_back(slow_expectation(ensemble, row, known));
  }
  std::vector<double> result;
  for (std::size_t i = 0; i < n; ++i) {
    long double sum = 0;
    for (std::size_t known = 0; known < v.size(); ++known) {
      if ((known >> i & 1) != 0) continue;
      const auto size = static_cast<std::size_t>(__builtin_popcountll(known));
      sum += factorial(size) * factorial(n - size - 1) / factorial(n) *
             (v[known | std::size_t{1} << i] - v[known]);
    }
    result.push_back(static_cast<double>(sum));
  }
  return result;
}

}  // namespace gbrank::test
