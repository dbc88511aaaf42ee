#include "metric/pairs.h"

#include "base/inversions.h"

namespace gbrank {

std::uint64_t count_different_pairs(std::span<const float> sorted_labels) {
  std::uint64_t pairs = 0;
  std::uint64_t smaller = 0;
  for (std::size_t i = 1; i < sorted_labels.size(); ++i) {
    if (sorted_labels[i] != sorted_labels[i - 1]) smaller = i;
    pairs += smaller;
  }
  return pairs;
}

double right_pairs(const ScoredList& list, Ties ties, PairScratch& scratch) {
  // For the average, ties are put into their worst order, in which none of their pairs is right,
  // and then half of these pairs is added.
  const bool average = ties == Ties::kAverage;
  rank_list(list, average ? Ties::kWorst : ties, list.scores.size(), scratch.ranking);
  const std::vector<std::uint32_t>& order = scratch.ranking.order;
  scratch.labels.clear();
  for (const std::uint32_t document : order) scratch.labels.push_back(list.labels[document]);

  std::uint64_t tied_pairs = 0;
  for (std::size_t begin = 0; average && begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && list.scores[order[end]] == list.scores[order[begin]]) ++end;
    tied_pairs += count_different_pairs(std::span(scratch.labels).subspan(begin, end - begin));
    begin = end;
  }
  return static_cast<double>(sort_counting_inversions(scratch.labels, scratch.buffer)) +
         0.5 * static_cast<double>(tied_pairs);
}

}  // namespace gbrank
