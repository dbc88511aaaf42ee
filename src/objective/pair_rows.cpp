#include "objective/pair_rows.h"

namespace gbrank {
namespace {

/// exp of half of it, twice, is all that a double holds.
constexpr double kWidest = 700;

}  // namespace

PairDocuments gather_pair_documents(const QueryView& query, std::span<const std::uint32_t> order,
                                    double steepness, Workspace& workspace) {
  const std::size_t n = order.size();
  const std::span<double> score = workspace.memory.take<double>(n);
  for (std::size_t i = 0; i < n; ++i) score[i] = steepness * query.scores[order[i]];
  PairDocuments documents;
  documents.score = score.data();
  documents.steepness = steepness;
  const auto [lowest, highest] = std::ranges::minmax(score);
  documents.wide = highest - lowest > kWidest;
  if (documents.wide) return documents;

  const double middle = lowest + (highest - lowest) / 2;
  const std::span<double> up = workspace.memory.take<double>(n);
  const std::span<double> down = workspace.memory.take<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    up[i] = score[i] - middle;
    down[i] = middle - score[i];
  }
  workspace.kernels->exponentials(up.data(), n);
  workspace.kernels->exponentials(down.data(), n);
  documents.up = up.data();
  documents.down = down.data();
  return documents;
}

void scatter(std::span<const std::uint32_t> order, std::span<const double> from,
             std::span<double> to) {
  for (std::size_t i = 0; i < order.size(); ++i) to[order[i]] = from[i];
}

double no_derivatives(const Derivatives& out) {
  std::ranges::fill(out.gradient, 0.0);
  std::ranges::fill(out.hessian, 0.0);
  return 0;
}

}  // namespace gbrank
