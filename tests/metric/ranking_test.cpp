#include "metric/ranking.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {
namespace {

using Order = std::vector<std::uint32_t>;

Ranking rank(const std::vector<double>& scores, const std::vector<float>& labels, Ties ties,
             std::size_t places = 100, const std::vector<std::string>& ids = {}) {
  Ranking ranking{{7, 7, 7}, {9}};  // left over from another list
  rank_list({scores, labels, ids}, ties, places, ranking);
  return ranking;
}

const std::vector<double> kScores = {1, 2, 1, 2, 1};
const std::vector<float> kLabels = {2, 1, 0, 0, 1};
const std::vector<std::string> kIds = {"b", "a", "bb", "Z", "b"};

}  // namespace

TEST_CASE("ties in row order") {
  const Ranking ranking = rank(kScores, kLabels, Ties::kRowOrder);
  CHECK(ranking.order == Order{1, 3, 0, 2, 4});
  CHECK(ranking.tie_ends == Order{1, 2, 3, 4, 5});
}

TEST_CASE("ties with the lower label first") {
  CHECK(rank(kScores, kLabels, Ties::kWorst).order == Order{3, 1, 2, 4, 0});
}

TEST_CASE("ties by document id: the greater in byte order first, then row order") {
  CHECK(rank(kScores, kLabels, Ties::kDocumentId, 100, kIds).order == Order{1, 3, 2, 0, 4});
}

TEST_CASE("ties by document id are in row order where there are no ids") {
  CHECK(rank(kScores, kLabels, Ties::kDocumentId).order == Order{1, 3, 0, 2, 4});
}

TEST_CASE("bytes past 127 are greater than letters") {
  CHECK(rank({1, 1}, {0, 0}, Ties::kDocumentId, 2, {"z", "\xc3\xa9"}).order == Order{1, 0});
}

TEST_CASE("for the average the ends of ties are known") {
  const Ranking ranking = rank(kScores, kLabels, Ties::kAverage);
  CHECK(ranking.order == Order{1, 3, 0, 2, 4});
  CHECK(ranking.tie_ends == Order{2, 5});
}

TEST_CASE("a tie that reaches across the last place is complete for the average") {
  CHECK(rank(kScores, kLabels, Ties::kAverage, 1).tie_ends == Order{2});
  CHECK(rank(kScores, kLabels, Ties::kAverage, 2).tie_ends == Order{2});
  CHECK(rank(kScores, kLabels, Ties::kAverage, 3).tie_ends == Order{2, 5});
  CHECK(rank(kScores, kLabels, Ties::kRowOrder, 3).order == Order{1, 3, 0});
}

TEST_CASE("infinite scores rank like others, and the two zeros are equal") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(rank({-infinity, 0, infinity, -0.0, infinity}, {0, 0, 0, 0, 0}, Ties::kRowOrder).order ==
        Order{2, 4, 1, 3, 0});
}

TEST_CASE("an empty list has an empty ranking") {
  for (const Ties ties : {Ties::kRowOrder, Ties::kWorst, Ties::kAverage, Ties::kDocumentId}) {
    const Ranking ranking = rank({}, {}, ties);
    CHECK(ranking.order.empty());
    CHECK(ranking.tie_ends.empty());
  }
}

TEST_CASE("the first places of a ranking are those of the whole ranking") {
  Random random(random_key(1));
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t n = 1 + random.below(80);
    const std::uint64_t different_scores = 1 + random.below(2 * n);
    std::vector<double> scores(n);
    std::vector<float> labels(n);
    std::vector<std::string> ids(n);
    for (std::size_t i = 0; i < n; ++i) {
      scores[i] = static_cast<double>(random.below(different_scores));
      labels[i] = static_cast<float>(random.below(3));
      ids[i] = std::to_string(random.below(2 * n));
    }
    const std::size_t places = 1 + random.below(n);
    for (const Ties ties : {Ties::kRowOrder, Ties::kWorst, Ties::kAverage, Ties::kDocumentId}) {
      // Stable sorts by one thing after another, the last deciding first.
      Order full(n);
      std::iota(full.begin(), full.end(), 0U);
      if (ties == Ties::kWorst) {
        std::ranges::stable_sort(full, {}, [&](std::uint32_t i) { return labels[i]; });
      } else if (ties == Ties::kDocumentId) {
        std::ranges::stable_sort(full, std::greater<>{}, [&](std::uint32_t i) { return ids[i]; });
      }
      std::ranges::stable_sort(full, std::greater<>{}, [&](std::uint32_t i) { return scores[i]; });

      const Ranking top = rank(scores, labels, ties, places, ids);
      std::size_t expected_size = places;
      if (ties == Ties::kAverage) {
        while (expected_size < n && scores[full[expected_size]] == scores[full[places - 1]]) {
          ++expected_size;
        }
      }
      REQUIRE(top.order.size() == expected_size);
      full.resize(expected_size);
      CHECK(top.order == full);
      CHECK(top.tie_ends.back() == expected_size);
      CHECK(rank(scores, labels, ties, n, ids).order.size() == n);
    }
  }
}

}  // namespace gbrank
