#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/parallel.h"
#include "objective/objective.h"

namespace gbrank {

/// Up to so many documents, the pairs of a query are one piece of work.
inline constexpr std::size_t kOnePieceDocuments = 1024;
/// A longer list is parted into so many, which may go to several threads.
inline constexpr std::size_t kPieces = 8;

/// Adds up a function of pairs, row by row: body(row, sums, worker) adds what row `row` has to say
/// to `kArrays` arrays of n numbers each, and returns a number, such as its loss. pairs(row) is how
/// many pairs it has. The worker is that of parallel_for, for memory of its own.
///
/// The rows of a long list are parted into pieces of equal work. Each piece has arrays of its own,
/// which are added in the order of the pieces: which thread took which does not change a bit.
template <std::size_t kArrays, typename Pairs, typename Body>
double sum_over_rows_on_workers(std::size_t rows, std::size_t n, const Pairs& pairs,
                                const Body& body, Workspace& workspace,
                                double* const (&sums)[kArrays]) {
  if (n <= kOnePieceDocuments) {
    double total = 0;
    for (std::size_t row = 0; row < rows; ++row) total += body(row, sums, 0);
    return total;
  }
  std::size_t all_pairs = 0;
  for (std::size_t row = 0; row < rows; ++row) all_pairs += pairs(row);
  std::size_t ends[kPieces] = {};
  for (std::size_t row = 0, piece = 0, seen = 0; piece < kPieces; ++piece) {
    const std::size_t share = all_pairs / kPieces * (piece + 1);
    while (row < rows && (seen < share || piece + 1 == kPieces)) seen += pairs(row++);
    ends[piece] = row;
  }
  const std::size_t stride = n + kSpareElements;
  const std::span<double> memory = workspace.memory.take<double>(kPieces * kArrays * stride);
  double totals[kPieces] = {};
  parallel_for(workspace.threads, kPieces, [&](std::size_t piece, int worker) {
    double* own[kArrays];
    for (std::size_t a = 0; a < kArrays; ++a) own[a] = &memory[(piece * kArrays + a) * stride];
    for (std::size_t row = piece == 0 ? 0 : ends[piece - 1]; row < ends[piece]; ++row) {
      totals[piece] += body(row, own, worker);
    }
  });
  double total = 0;
  for (std::size_t piece = 0; piece < kPieces; ++piece) {
    for (std::size_t a = 0; a < kArrays; ++a) {
      const double* own = &memory[(piece * kArrays + a) * stride];
      for (std::size_t i = 0; i < n; ++i) sums[a][i] += own[i];
    }
    total += totals[piece];
  }
  return total;
}

/// The same for a body(row, sums) that needs no memory.
template <std::size_t kArrays, typename Pairs, typename Body>
double sum_over_rows(std::size_t rows, std::size_t n, const Pairs& pairs, const Body& body,
                     Workspace& workspace, double* const (&sums)[kArrays]) {
  return sum_over_rows_on_workers<kArrays>(
      rows, n, pairs,
      [&](std::size_t row, double* const(&to)[kArrays], int) { return body(row, to); }, workspace,
      sums);
}

/// The scores of a query, times the steepness and in the given order, with their exponentials:
/// what all sigmoid kernels start from.
PairDocuments gather_pair_documents(const QueryView& query, std::span<const std::uint32_t> order,
                                    double steepness, Workspace& workspace);

/// Writes numbers in the given order back to the rows they belong to.
void scatter(std::span<const std::uint32_t> order, std::span<const double> from,
             std::span<double> to);

/// 0 everywhere: what a query that says nothing about order has.
double no_derivatives(const Derivatives& out);

}  // namespace gbrank
