#include "metric/ranking.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace gbrank {
namespace {

/// `before` is a total order, so that the partial sort and the full one agree.
template <typename Before>
void sort_first(std::vector<std::uint32_t>& order, std::size_t places, Before before) {
  const auto end_of_places = order.begin() + static_cast<std::ptrdiff_t>(places);
  // A partial sort keeps a heap of the places: cheap for few of them, dearer than a sort for many.
  if (places <= order.size() / 4) {
    std::partial_sort(order.begin(), end_of_places, order.end(), before);
  } else {
    std::sort(order.begin(), order.end(), before);
  }
  order.erase(end_of_places, order.end());
}

/// Drops the documents that stand below the last place whatever becomes of ties.
void keep_reachable(std::span<const double> scores, std::size_t places,
                    std::vector<std::uint32_t>& order) {
  if (places == 0) order.clear();
  if (places >= order.size()) return;
  const auto last_place = order.begin() + static_cast<std::ptrdiff_t>(places - 1);
  std::nth_element(order.begin(), last_place, order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
  const double least = scores[*last_place];
  std::erase_if(order, [&](std::uint32_t document) { return scores[document] < least; });
}

void find_tie_ends(std::span<const double> scores, Ranking& ranking) {
  ranking.tie_ends.clear();
  const std::vector<std::uint32_t>& order = ranking.order;
  for (std::size_t i = 1; i <= order.size(); ++i) {
    if (i == order.size() || scores[order[i]] != scores[order[i - 1]]) {
      ranking.tie_ends.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

}  // namespace

void rank_list(const ScoredList& list, Ties ties, std::size_t places, Ranking& ranking) {
  const std::span<const double> scores = list.scores;
  const std::span<const float> labels = list.labels;
  const std::span<const std::string> ids = list.document_ids;
  const std::size_t n = scores.size();
  assert(n == labels.size() && n <= std::numeric_limits<std::uint32_t>::max());
  assert(ids.empty() || n == ids.size());
  std::vector<std::uint32_t>& order = ranking.order;
  order.resize(n);
  std::iota(order.begin(), order.end(), 0U);
  places = std::min(places, n);
  if (ties == Ties::kDocumentId && ids.empty()) ties = Ties::kRowOrder;

  const auto by_row = [&](std::uint32_t a, std::uint32_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  };
  const auto by_label = [&](std::uint32_t a, std::uint32_t b) {
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    return labels[a] != labels[b] ? labels[a] < labels[b] : a < b;
  };
  const auto by_id = [&](std::uint32_t a, std::uint32_t b) {
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    const int difference = ids[a].compare(ids[b]);
    return difference != 0 ? difference > 0 : a < b;
  };
  switch (ties) {
    case Ties::kRowOrder:
      sort_first(order, places, by_row);
      break;
    case Ties::kWorst:
      sort_first(order, places, by_label);
      break;
    case Ties::kDocumentId:
      sort_first(order, places, by_id);
      break;
    case Ties::kAverage:
      keep_reachable(scores, places, order);
      std::sort(order.begin(), order.end(), by_row);
      find_tie_ends(scores, ranking);
      return;
  }
  ranking.tie_ends.resize(order.size());
  std::iota(ranking.tie_ends.begin(), ranking.tie_ends.end(), 1U);
}

}  // namespace gbrank
