#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gbrank {

// What one ranked list is worth. All take the documents' values by place, best first, and
// `tie_ends` as Ranking has them: the result is the exact expectation over all orders within the
// ties, which is the plain metric where every document stands alone. The values may go on past the
// cut-off, which is what lets a tie reach across it.

/// Replaces the values of each tie by their mean: the expected value of each of its places. Sums
/// over places that are linear in the values (DCG, precision, recall) then are expectations.
void average_ties(std::span<double> values, std::span<const std::uint32_t> tie_ends);

/// DCG: the gains weighed by the discounts, as far as both go.
double discounted_sum(std::span<const double> gains, std::span<const double> discounts);

/// The mean of NDCG@1 to NDCG@n; `ideal` has the ideal DCG at each of the n cut-offs.
double mean_ndcg(std::span<const double> gains, std::span<const double> discounts,
                 std::span<const double> ideal);

/// The precisions at the places of the relevant documents, summed over the first `cutoff` places:
/// AP without its division. `relevant` is 0 or 1.
double sum_of_precisions(std::span<const double> relevant, std::span<const std::uint32_t> tie_ends,
                         std::size_t cutoff);

/// 1 / the rank of the first relevant document; 0 where it stands past `cutoff` or there is none.
double reciprocal_rank(std::span<const double> relevant, std::span<const std::uint32_t> tie_ends,
                       std::size_t cutoff);

/// Expected reciprocal rank (Chapelle et al. 2009) of the place where a user stops
/// whom the document at each place satisfies with probability `satisfied`. `scratch` is any vector.
double expected_reciprocal_rank(std::span<const double> satisfied,
                                std::span<const std::uint32_t> tie_ends, std::size_t cutoff,
                                std::vector<double>& scratch);

}  // namespace gbrank
