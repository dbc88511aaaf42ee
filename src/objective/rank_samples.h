#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "objective/objective.h"

namespace gbrank {

/// A fixed set of rank vectors for every query, from the ideal order to a random one (BoltzRank,
/// section 4.2): two bytes a row and vector, four in queries of more than 65,535 documents.
///
/// With L distinct labels in a query, its levels, the sample has
///  - the ideal order, first;
///  - 35%: documents exchanged between neighbouring levels of the upper half;
///  - 20%: the same in the lower half;
///  - the rest by turns: documents exchanged between the highest and the lowest levels, and all
///    documents in random order.
/// A half is the first or last ceil((L + 1) / 2) levels: the middle one belongs to both. Inside it
/// a random boundary is drawn, and on either side of it a random number of adjoining levels, so
/// that real numbers, where a level is one document, are not left with swaps of neighbours. The
/// highest and lowest levels are up to L / 3 on either side, and at least one. Of the smaller side
/// a random number of documents, from one to all, exchange labels with as many of the other; then
/// all are sorted by label, ties at random. With grades 2, 1 and 0 this is the paper's rule: 2 and
/// 1, 1 and 0, 2 and 0.
class RankSamples {
 public:
  /// Queries whose labels are all equal get none. The vectors of a query depend on the seed, its
  /// number and its labels, never on threads.
  void build(const QueryLists& queries, std::size_t samples);

  bool has(std::size_t query) const { return place_[query] != kNone; }

  /// Calls use(ranks), a span of 16- or 32-bit integers: document by document, its rank from 1 in
  /// each sample.
  template <typename Use>
  auto visit(std::size_t query, std::size_t documents, const Use& use) const {
    const std::size_t size = documents * samples_;
    return documents <= kMostNarrow
               ? use(std::span<const std::uint16_t>(narrow_).subspan(place_[query], size))
               : use(std::span<const std::uint32_t>(wide_).subspan(place_[query], size));
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::size_t kMostNarrow = 65535;

  std::size_t samples_ = 0;
  std::vector<std::size_t> place_;  // where its ranks begin
  std::vector<std::uint16_t> narrow_;
  std::vector<std::uint32_t> wide_;
};

}  // namespace gbrank
