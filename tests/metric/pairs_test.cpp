#include "metric/pairs.h"

#include <doctest/doctest.h>

#include "base/random.h"

namespace gbrank {

TEST_CASE("pairs with different labels among sorted labels") {
  CHECK(count_different_pairs(std::vector<float>{}) == 0);
  CHECK(count_different_pairs(std::vector<float>{1}) == 0);
  CHECK(count_different_pairs(std::vector<float>{1, 1, 1}) == 0);
  CHECK(count_different_pairs(std::vector<float>{0, 0, 1, 2, 2}) == 8);
}

TEST_CASE("each tie rule on all pairs of random lists with many equal scores") {
  Random random(random_key(6));
  PairScratch scratch;
  for (int trial = 0; trial < 100; ++trial) {
    const std::size_t n = random.below(30);
    std::vector<float> labels(n);
    std::vector<double> scores(n);
    std::vector<std::string> ids(n);
    for (std::size_t i = 0; i < n; ++i) {
      labels[i] = static_cast<float>(random.below(4));
      scores[i] = static_cast<double>(random.below(6));
      ids[i] = std::to_string(random.below(1000000));
    }
    double row_order = 0;
    double worst = 0;
    double average = 0;
    double by_id = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (!(labels[i] > labels[j])) continue;
        const bool tied = scores[i] == scores[j];
        const double above = scores[i] > scores[j] ? 1 : 0;
        row_order += tied ? (i < j ? 1 : 0) : above;
        worst += above;
        average += tied ? 0.5 : above;
        by_id += tied ? (ids[i] > ids[j] ? 1 : 0) : above;
      }
    }
    const ScoredList list{scores, labels, ids};
    CHECK(right_pairs(list, Ties::kRowOrder, scratch) == row_order);
    CHECK(right_pairs(list, Ties::kWorst, scratch) == worst);
    CHECK(right_pairs(list, Ties::kAverage, scratch) == average);
    CHECK(right_pairs(list, Ties::kDocumentId, scratch) == by_id);
  }
}

}  // namespace gbrank
