#include "objective/rank_samples.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <doctest/doctest.h>

#include "base/random.h"
#include "support/rank_vectors.h"

using namespace gbrank;
using test::RankVector;

namespace {

/// The labels from the first place to the last.
std::vector<float> by_place(const RankVector& rank, const std::vector<float>& labels) {
  std::vector<float> placed(labels.size());
  for (std::size_t j = 0; j < labels.size(); ++j) placed[rank[j] - 1] = labels[j];
  return placed;
}

/// Which labels stand where another label stands in the ideal order.
std::set<float> misplaced(const RankVector& rank, const std::vector<float>& labels) {
  std::vector<float> ideal = labels;
  std::sort(ideal.begin(), ideal.end(), std::greater<>{});
  const std::vector<float> placed = by_place(rank, labels);
  std::set<float> found;
  for (std::size_t r = 0; r < labels.size(); ++r) {
    if (placed[r] != ideal[r]) found.insert(placed[r]);
  }
  return found;
}

bool is_permutation(RankVector rank) {
  std::sort(rank.begin(), rank.end());
  for (std::size_t r = 0; r < rank.size(); ++r) {
    if (rank[r] != r + 1) return false;
  }
  return true;
}

std::vector<float> grades_2_1_0() {
  std::vector<float> labels;
  for (const float grade : {0.0F, 2.0F, 1.0F, 0.0F, 1.0F, 2.0F})
    labels.insert(labels.end(), 5, grade);
  return labels;
}

}  // namespace

TEST_CASE("rank samples: every vector is a permutation and the first is ideal, for any labels") {
  Random random(3);
  for (std::size_t trial = 0; trial < 60; ++trial) {
    std::vector<float> labels(2 + random.below(39));
    for (float& label : labels) {
      label = trial % 2 == 0 ? static_cast<float>(random.below(2 + trial % 5))
                             : static_cast<float>(random.uniform());
    }
    labels[0] = 9;
    labels[1] = 0;
    const auto sample = test::draw_rank_vectors(labels, 2 + trial, trial);
    CHECK(sample.size() == 2 + trial);
    CHECK(std::all_of(sample.begin(), sample.end(), is_permutation));
    CHECK(misplaced(sample[0], labels).empty());
  }
}

TEST_CASE("rank samples: grades 2, 1 and 0 are exchanged in the paper's proportions") {
  const std::vector<float> labels = grades_2_1_0();
  const auto sample = test::draw_rank_vectors(labels, 100);
  const auto exchanged = [&](std::size_t begin, std::size_t end, std::set<float> grades) {
    return std::count_if(sample.begin() + static_cast<std::ptrdiff_t>(begin),
                         sample.begin() + static_cast<std::ptrdiff_t>(end),
                         [&](const RankVector& rank) { return misplaced(rank, labels) == grades; });
  };
  CHECK(exchanged(0, 100, {}) == 1);
  CHECK(exchanged(1, 36, {2, 1}) == 35);
  CHECK(exchanged(36, 56, {1, 0}) == 20);
  // By turns 2 with 0, and anything.
  CHECK(exchanged(56, 100, {2, 0}) == 22);
  CHECK(exchanged(56, 100, {2, 1, 0}) == 22);
  CHECK(exchanged(1, 100, {2, 1}) == 35);
}

TEST_CASE("rank samples: from one document to all of the smaller grade are exchanged") {
  const std::vector<float> labels = {2, 2, 2, 1, 1, 1, 1, 0};
  std::vector<int> times(4);
  const auto sample = test::draw_rank_vectors(labels, 10000);
  for (std::size_t k = 1; k <= 3500; ++k) {
    const std::vector<float> placed = by_place(sample[k], labels);
    ++times[static_cast<std::size_t>(std::count(placed.begin(), placed.begin() + 3, 1.0F))];
  }
  CHECK(times[0] == 0);
  for (std::size_t count = 1; count <= 3; ++count) {
    CHECK(times[count] == doctest::Approx(3500.0 / 3).epsilon(0.1));
  }
}

TEST_CASE("rank samples: two grades, many grades and real numbers have the same range") {
  const auto best_place_lost = [](const std::vector<float>& labels) {
    const auto sample = test::draw_rank_vectors(labels, 1000);
    std::size_t lost[4] = {};
    const float best = *std::max_element(labels.begin(), labels.end());
    for (std::size_t k = 1; k < 1000; ++k) {
      if (by_place(sample[k], labels)[0] != best) ++lost[k <= 350 ? 0 : k <= 550 ? 1 : 2 + k % 2];
    }
    return std::vector<std::size_t>(lost, lost + 4);
  };
  // Five grades of six documents: swaps in the lower half leave the top alone.
  std::vector<float> five;
  for (int i = 0; i < 30; ++i) five.push_back(static_cast<float>(i % 5));
  const auto of_five = best_place_lost(five);
  CHECK(of_five[0] > 50);
  CHECK(of_five[0] < 300);
  CHECK(of_five[1] == 0);
  CHECK(of_five[2] + of_five[3] > 250);

  std::vector<float> real;
  for (int i = 0; i < 30; ++i) real.push_back(1 / static_cast<float>(1 + i));
  const auto of_real = best_place_lost(real);
  CHECK(of_real[0] > 20);
  CHECK(of_real[0] < 300);
  CHECK(of_real[1] == 0);
  CHECK(of_real[2] + of_real[3] > 250);

  // Two grades: both halves are the whole.
  std::vector<float> two(30, 0.0F);
  for (int i = 0; i < 10; ++i) two[static_cast<std::size_t>(3 * i)] = 1;
  const auto of_two = best_place_lost(two);
  CHECK(of_two[0] == doctest::Approx(0.55 * 350).epsilon(0.2));
  CHECK(of_two[1] == doctest::Approx(0.55 * 200).epsilon(0.2));
}

TEST_CASE("rank samples: equal labels stand in random order, whatever their rows") {
  // Three of the first grade and three of the second: each of three is first a third of the time.
  const std::vector<float> labels = {1, 1, 1, 0, 0, 0};
  std::vector<int> first(6);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const RankVector ideal = test::draw_rank_vectors(labels, 2, seed)[0];
    ++first[static_cast<std::size_t>(std::find(ideal.begin(), ideal.end(), 1U) - ideal.begin())];
  }
  for (std::size_t j = 0; j < 6; ++j) {
    CHECK(first[j] == doctest::Approx(j < 3 ? 1000 : 0).epsilon(0.1));
  }
}

TEST_CASE("rank samples: the seed and the number of the query decide, not threads") {
  const std::vector<float> labels = grades_2_1_0();
  const auto sample = test::draw_rank_vectors(labels, 100, 7, 2);
  CHECK(sample == test::draw_rank_vectors(labels, 100, 7, 2));
  CHECK(sample != test::draw_rank_vectors(labels, 100, 8, 2));
  CHECK(sample != test::draw_rank_vectors(labels, 100, 7, 3));

  // The same labels forty times, and between them queries that say nothing.
  std::vector<float> all;
  std::vector<std::size_t> offsets = {0};
  for (int q = 0; q < 80; ++q) {
    if (q % 2 == 0) all.insert(all.end(), labels.begin(), labels.end());
    if (q % 2 == 1) all.insert(all.end(), 3, 1.0F);
    offsets.push_back(all.size());
  }
  RankSamples one;
  RankSamples four;
  one.build({all, offsets, {}, 7, 1}, 100);
  four.build({all, offsets, {}, 7, 4}, 100);
  CHECK(test::rank_vectors(one, 2, 30, 100) == sample);
  for (std::size_t q = 0; q < 80; ++q) {
    CHECK(one.has(q) == (q % 2 == 0));
    if (!one.has(q)) continue;
    const auto own = test::rank_vectors(one, q, 30, 100);
    CHECK(own == test::rank_vectors(four, q, 30, 100));
    if (q > 0) CHECK(own != test::rank_vectors(one, q - 2, 30, 100));
  }
}

TEST_CASE("rank samples: ranks beyond 16 bits are kept whole") {
  for (const std::size_t n : {std::size_t{65535}, std::size_t{65536}, std::size_t{70000}}) {
    std::vector<float> labels(n, 0.0F);
    labels[n / 2] = 1;
    const auto sample = test::draw_rank_vectors(labels, 3);
    CHECK(std::all_of(sample.begin(), sample.end(), is_permutation));
    CHECK(sample[0][n / 2] == 1);
  }
}
