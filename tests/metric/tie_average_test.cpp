// Averages over ties against all permutations of small lists, with plain definitions of the
// metrics beside them that share nothing with the library.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>

#include <doctest/doctest.h>

#include "base/random.h"
#include "metric/judged.h"

namespace gbrank {
namespace {

using Labels = std::vector<double>;  // in ranking order

double plain_gain(double label, const Convention& convention) {
  return convention.gain == Gain::kLinear ? label : std::pow(2, label) - 1;
}

double plain_dcg(const Labels& labels, std::size_t k, const Convention& convention) {
  double dcg = 0;
  for (std::size_t r = 1; r <= std::min(k, labels.size()); ++r) {
    const double rank = static_cast<double>(r);
    const double divisor = convention.discount == Discount::kLog2 ? std::log(rank + 1) / std::log(2)
                           : r < 2                                ? 1
                                                                  : std::log(rank) / std::log(2);
    dcg += plain_gain(labels[r - 1], convention) / divisor;
  }
  return dcg;
}

double plain_ndcg(Labels labels, std::size_t k, const Convention& convention) {
  const double dcg = plain_dcg(labels, k, convention);
  std::sort(labels.rbegin(), labels.rend());
  return dcg / plain_dcg(labels, k, convention);
}

double relevant_in_first(const Labels& labels, std::size_t k) {
  return static_cast<double>(std::count_if(
      labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(std::min(k, labels.size())),
      [](double label) { return label >= 1; }));
}

double plain_metric(const Metric& metric, const Labels& labels, double largest_label,
                    const Convention& convention) {
  const std::size_t n = labels.size();
  const std::size_t k = metric.cutoff == 0 ? n : metric.cutoff;
  const std::size_t last = std::min(k, n);
  double sum = 0;
  switch (metric.kind) {
    case Metric::Kind::kNdcg:
      return plain_ndcg(labels, k, convention);
    case Metric::Kind::kDcg:
      return plain_dcg(labels, k, convention);
    case Metric::Kind::kMeanNdcg:
      for (std::size_t i = 1; i <= n; ++i) sum += plain_ndcg(labels, i, convention);
      return sum / static_cast<double>(n);
    case Metric::Kind::kPrecision:
      return relevant_in_first(labels, k) / static_cast<double>(k);
    case Metric::Kind::kRecall:
      return relevant_in_first(labels, k) / relevant_in_first(labels, n);
    case Metric::Kind::kMap:
      for (std::size_t r = 1; r <= last; ++r) {
        if (labels[r - 1] >= 1) sum += relevant_in_first(labels, r) / static_cast<double>(r);
      }
      return sum / relevant_in_first(labels, n);
    case Metric::Kind::kMrr:
      for (std::size_t r = 1; r <= last; ++r) {
        if (labels[r - 1] >= 1) return 1 / static_cast<double>(r);
      }
      return 0;
    case Metric::Kind::kErr:
      for (std::size_t r = 1; r <= last; ++r) {
        double stops_here = 1;
        for (std::size_t i = 1; i <= r; ++i) {
          const double p = (std::pow(2, labels[i - 1]) - 1) / std::pow(2, largest_label);
          stops_here *= i == r ? p : 1 - p;
        }
        sum += stops_here / static_cast<double>(r);
      }
      return sum;
    case Metric::Kind::kPairAccuracy: {
      double pairs = 0;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
          pairs += labels[i] != labels[j] ? 1 : 0;
          sum += labels[i] > labels[j] ? 1 : 0;
        }
      }
      return sum / pairs;
    }
    case Metric::Kind::kRmse:
      break;
  }
  FAIL("no plain definition");
  return 0;
}

/// Calls back with the labels of every order of the documents that the scores allow.
void for_each_order(const std::vector<float>& labels, const std::vector<double>& scores,
                    const std::function<void(const Labels&)>& visit) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    if (!std::ranges::is_sorted(order, std::greater<>{},
                                [&](std::size_t i) { return scores[i]; })) {
      continue;
    }
    Labels ranked;
    for (const std::size_t i : order) ranked.push_back(static_cast<double>(labels[i]));
    visit(ranked);
  } while (std::ranges::next_permutation(order).found);
}

}  // namespace

TEST_CASE("the average over ties is the mean over all permutations, for every metric and cut-off") {
  const std::vector<std::string> metrics = {
      "ndcg",   "dcg",   "map",   "mrr",      "err",      "mean-ndcg", "pair-accuracy", "p@1",
      "p@2",    "p@4",   "p@9",   "recall@1", "recall@3", "recall@5",  "mrr@1",         "mrr@2",
      "mrr@4",  "err@1", "err@2", "err@3",    "err@5",    "ndcg@1",    "ndcg@2",        "ndcg@3",
      "ndcg@5", "dcg@1", "dcg@4", "map@1",    "map@2",    "map@3",     "map@5"};
  const float grades[] = {0, 0, 0, 1, 1, 2, 4, 0.5};
  Random random(random_key(3));
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t n = 1 + random.below(6);
    const std::uint64_t different_scores = 1 + random.below(3);
    std::vector<float> labels(n);
    std::vector<double> scores(n);
    for (std::size_t i = 0; i < n; ++i) {
      labels[i] = grades[random.below(std::size(grades))];
      scores[i] = static_cast<double>(random.below(different_scores));
    }
    labels[random.below(n)] = 2;  // so that every metric has a relevant document
    const double largest = static_cast<double>(*std::ranges::max_element(labels));
    Convention convention = with_ties(Ties::kAverage);
    convention.gain = trial % 2 == 0 ? Gain::kExponential : Gain::kLinear;
    convention.discount = trial % 3 == 0 ? Discount::kLetor : Discount::kLog2;

    const Judged judged = one_list(labels, scores);
    for (const std::string& name : metrics) {
      const Metric metric = parse_metric(name);
      double sum = 0;
      double orders = 0;
      for_each_order(labels, scores, [&](const Labels& ranked) {
        sum += plain_metric(metric, ranked, largest, convention);
        ++orders;
      });
      CAPTURE(name);
      CAPTURE(trial);
      const double value = judged.measure(name, convention).mean;
      if (std::isnan(sum)) {  // no pair with different labels
        CHECK(name == "pair-accuracy");
        CHECK(std::isnan(value));
      } else {
        CHECK(value == doctest::Approx(sum / orders).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("without equal scores all tie rules agree with the plain definitions") {
  Random random(random_key(4));
  for (int trial = 0; trial < 40; ++trial) {
    const std::size_t n = 2 + random.below(60);
    std::vector<float> labels(n);
    std::vector<double> scores(n);
    for (std::size_t i = 0; i < n; ++i) {
      labels[i] = static_cast<float>(random.below(5));
      scores[i] = random.uniform() - 0.5;
    }
    labels[0] = 3;
    labels[1] = 0;
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::greater<>{}, [&](std::size_t i) { return scores[i]; });
    Labels ranked;
    for (const std::size_t i : order) ranked.push_back(static_cast<double>(labels[i]));
    const double largest = *std::ranges::max_element(ranked);
    const Judged judged = one_list(labels, scores);
    for (const std::string name : {"ndcg", "ndcg@10", "dcg@5", "map", "map@10", "p@10", "recall@10",
                                   "mrr", "mrr@3", "err", "err@10", "mean-ndcg", "pair-accuracy"}) {
      for (const Ties ties : {Ties::kRowOrder, Ties::kWorst, Ties::kAverage, Ties::kDocumentId}) {
        CAPTURE(name);
        CHECK(judged.measure(name, with_ties(ties)).mean ==
              doctest::Approx(plain_metric(parse_metric(name), ranked, largest, Convention{}))
                  .epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("a tie of a thousand documents, ten of them relevant") {
  std::vector<float> labels(1000, 0);
  for (std::size_t i = 0; i < 10; ++i) labels[i * 97] = 1;
  const Judged judged = one_list(labels, std::vector<double>(1000, 0.25));
  const Convention average = with_ties(Ties::kAverage);
  CHECK(judged.measure("p@100", average).mean == doctest::Approx(0.01).epsilon(1e-12));
  CHECK(judged.measure("recall@100", average).mean == doctest::Approx(0.1).epsilon(1e-12));
  CHECK(judged.measure("mrr@1", average).mean == doctest::Approx(0.01).epsilon(1e-12));
  // With one grade every relevant document satisfies with probability 1/2.
  CHECK(judged.measure("err@1", average).mean == doctest::Approx(0.005).epsilon(1e-12));
  // All ten stand past rank r in C(1000 - r, 10) of the C(1000, 10) choices of their places.
  const auto none_within = [](int r) {
    double probability = 1;
    for (int i = 0; i < 10; ++i) probability *= std::max(0.0, 1000.0 - r - i) / (1000.0 - i);
    return probability;
  };
  double expected = 0;
  for (int r = 1; r <= 1000; ++r) expected += (none_within(r - 1) - none_within(r)) / r;
  CHECK(judged.measure("mrr", average).mean == doctest::Approx(expected).epsilon(1e-12));
}

}  // namespace gbrank
