#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "base/random.h"
#include "metric/judged.h"

namespace gbrank {
namespace {

using doctest::Approx;

struct Expected {
  std::string metric;
  double value;
};

void check(const Judged& judged, const Convention& convention, const std::vector<Expected>& table) {
  for (const Expected& expected : table) {
    CAPTURE(expected.metric);
    CHECK(judged.measure(expected.metric, convention).mean ==
          Approx(expected.value).epsilon(1e-12));
  }
}

/// By score: labels 0 2 1 0 3.
Judged five_documents() { return one_list({3, 0, 0, 1, 2}, {.5, .9, .6, .7, .8}); }

/// By score: 0, then 1, 0 and 2 tied.
Judged with_a_tie() {
  Judged judged = one_list({1, 0, 2, 0}, {.5, .5, .5, .9}, {"m", "k", "l", "n"});
  judged.add({3}, {0}, {"o"});  // only for err, whose scale is the largest label
  return judged;
}

void check_tie(Ties ties, const std::vector<Expected>& table) {
  const Judged judged = with_a_tie();
  for (const Expected& expected : table) {
    CAPTURE(expected.metric);
    CHECK(judged.measure(expected.metric, with_ties(ties)).per_query[0] ==
          Approx(expected.value).epsilon(1e-12));
  }
}

bool same_bytes(const MetricValue& a, const MetricValue& b) {
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  if (!same(a.mean, b.mean) || a.per_query.size() != b.per_query.size()) return false;
  for (std::size_t q = 0; q < a.per_query.size(); ++q) {
    if (!same(a.per_query[q], b.per_query[q])) return false;
  }
  return true;
}

const std::vector<std::string> kRankingMetrics = {"ndcg",  "ndcg@3", "dcg",      "dcg@3", "map",
                                                  "map@3", "p@3",    "recall@3", "mrr",   "mrr@3",
                                                  "err",   "err@3",  "mean-ndcg"};

}  // namespace

TEST_CASE("every metric on a list of five") {
  check(five_documents(), find_convention("standard"),
        {
            {"ndcg", 0.543050500737863},
            {"ndcg@1", 0},
            {"ndcg@2", 0.212845397009028},
            {"ndcg@4", 0.254747465773802},
            {"ndcg@9", 0.543050500737863},
            {"dcg", 5.10075891135616},
            {"dcg@2", 1.89278926071437},
            {"map", 0.588888888888889},
            {"map@2", 0.166666666666667},
            {"p@1", 0},
            {"p@2", 0.5},
            {"p@10", 0.3},
            {"recall@2", 0.333333333333333},
            {"recall@10", 1},
            {"mrr", 0.5},
            {"mrr@1", 0},
            {"err", 0.309244791666667},
            {"err@2", 0.1875},
            {"mean-ndcg", 0.253078165858899},
            {"pair-accuracy", 0.333333333333333},
            // The errors are -2.5, .9, .6, -.3, -1.2.
            {"rmse", 1.33790881602597},
        });
}

TEST_CASE("every metric on a tie in row order") {
  check_tie(Ties::kRowOrder, {
                                 {"ndcg", 0.529605241164518},
                                 {"ndcg@2", 0.17376534287144},
                                 {"dcg@2", 0.630929753571458},
                                 {"map", 0.5},
                                 {"map@2", 0.25},
                                 {"p@2", 0.5},
                                 {"recall@2", 0.5},
                                 {"mrr", 0.5},
                                 {"mrr@2", 0.5},
                                 {"err", 0.14453125},
                                 {"err@2", 0.0625},
                                 {"mean-ndcg", 0.21928398172685},
                                 {"pair-accuracy", 0.2},
                             });
}

TEST_CASE("every metric on a tie in its worst order") {
  check_tie(Ties::kWorst, {
                              {"ndcg", 0.493545674481172},
                              {"ndcg@2", 0},
                              {"dcg@2", 0},
                              {"map", 0.416666666666667},
                              {"map@2", 0},
                              {"p@2", 0},
                              {"recall@2", 0},
                              {"mrr", 0.333333333333333},
                              {"mrr@2", 0},
                              {"err", 0.123697916666667},
                              {"err@2", 0},
                              {"mean-ndcg", 0.157812862667316},
                              {"pair-accuracy", 0},
                          });
}

TEST_CASE("every metric on a tie averaged") {
  check_tie(Ties::kAverage, {
                                {"ndcg", 0.573445891320746},
                                {"ndcg@2", 0.231687123828587},
                                {"dcg@2", 0.84123967142861},
                                {"map", 0.5},
                                {"map@2", 0.166666666666667},
                                {"p@2", 0.333333333333333},
                                {"recall@2", 0.333333333333333},
                                {"mrr", 0.444444444444444},
                                {"mrr@2", 0.333333333333333},
                                {"err", 0.167534722222222},
                                {"err@2", 0.0833333333333333},
                                {"mean-ndcg", 0.305106960140511},
                                {"pair-accuracy", 0.3},
                            });
}

TEST_CASE("every metric on a tie by document id") {
  check_tie(Ties::kDocumentId, {
                                   {"ndcg", 0.58688267143572},
                                   {"ndcg@2", 0.17376534287144},
                                   {"dcg@2", 0.630929753571458},
                                   {"map", 0.583333333333333},
                                   {"map@2", 0.25},
                                   {"p@2", 0.5},
                                   {"recall@2", 0.5},
                                   {"mrr", 0.5},
                                   {"mrr@2", 0.5},
                                   {"err", 0.171875},
                                   {"err@2", 0.0625},
                                   {"mean-ndcg", 0.33688267143572},
                                   {"pair-accuracy", 0.4},
                               });
}

TEST_CASE("labels may be real numbers") {
  const Judged judged = one_list({.5, 1.5, 0}, {3, 2, 1});
  CHECK(judged.measure("ndcg", find_convention("standard")).mean ==
        Approx(0.750238088015782).epsilon(1e-12));
  CHECK(judged.measure("ndcg", find_convention("catboost")).mean ==
        Approx(0.796707580990507).epsilon(1e-12));
  CHECK(judged.measure("err", find_convention("standard")).mean ==
        Approx(0.422334957055045).epsilon(1e-12));
}

TEST_CASE("a query without relevant documents is skipped under standard, by every ranking metric") {
  Judged judged = five_documents();
  judged.add({0, 0, 0, 0}, {4, 3, 2, 1});
  for (const std::string& metric : kRankingMetrics) {
    CAPTURE(metric);
    const MetricValue value = judged.measure(metric, find_convention("standard"));
    CHECK(std::isnan(value.per_query[1]));
    CHECK(value.mean == value.per_query[0]);
  }
}

TEST_CASE("a query without relevant documents counts 1 only where the metric is a share") {
  const Judged judged = one_list({0, 0, 0, 0}, {4, 3, 2, 1});
  for (const std::string& metric : kRankingMetrics) {
    CAPTURE(metric);
    const bool is_share = metric.starts_with("ndcg") || metric.starts_with("map") ||
                          metric.starts_with("recall") || metric == "mean-ndcg";
    CHECK(judged.measure(metric, find_convention("lightgbm")).mean == (is_share ? 1 : 0));
    CHECK(judged.measure(metric, find_convention("ranklib")).mean == 0);
  }
}

TEST_CASE("no relevant document means no gain for graded metrics, no relevant label for others") {
  const Judged judged = one_list({0.5, 0}, {2, 1});
  const Convention standard;
  for (const std::string metric : {"ndcg", "mean-ndcg"}) {
    CHECK(judged.measure(metric, standard).mean == 1);
  }
  for (const std::string metric : {"dcg", "err"}) CHECK(judged.measure(metric, standard).mean > 0);
  for (const std::string metric : {"p@1", "map", "recall@1", "mrr"}) {
    CHECK(std::isnan(judged.measure(metric, standard).mean));
  }
}

TEST_CASE("cut-offs beyond a list of two under the LETOR rules") {
  const Judged judged = one_list({0, 1}, {2, 1});
  const auto under = [&](const std::string& convention, const std::string& metric) {
    return judged.measure(metric, find_convention(convention)).mean;
  };
  for (const std::string convention : {"letor3", "letor4"}) {
    CHECK(under(convention, "ndcg@2") == 1);  // the first two places weigh the same
    CHECK(under(convention, "ndcg@3") == 0);
    CHECK(under(convention, "ndcg") == 1);
    CHECK(under(convention, "p@2") == 0.5);
    CHECK(under(convention, "map@3") == 0.5);
    CHECK(under(convention, "dcg@3") == 1);
    CHECK(under(convention, "mean-ndcg") == 0.5);
  }
  CHECK(under("letor3", "p@3") == 0);
  CHECK(under("letor4", "p@3") == Approx(1.0 / 3).epsilon(1e-15));
}

TEST_CASE("the mean of NDCG@1 to NDCG@n with the discounts of LETOR") {
  CHECK(five_documents().measure("mean-ndcg", find_convention("letor4")).mean ==
        Approx(0.321642687697299).epsilon(1e-12));
}

TEST_CASE("rmse pools the rows, while each query has its own") {
  Judged judged;
  judged.add({1}, {4});
  judged.add({}, {});
  judged.add({0, 2, 1}, {1, 1, 1});
  const MetricValue value = judged.measure("rmse", find_convention("letor3"));
  CHECK(value.per_query[0] == 3);
  CHECK(std::isnan(value.per_query[1]));
  CHECK(value.per_query[2] == Approx(0.816496580927726).epsilon(1e-14));
  CHECK(value.mean == Approx(1.65831239517770).epsilon(1e-14));  // sqrt(11 / 4)
}

TEST_CASE("a perfect ranking has an NDCG of exactly 1 under every tie rule") {
  const Judged judged = one_list({.3F, 1.7F, .3F, 2, .3F, 1.7F}, {0, 1, 0, 2, 0, 1});
  for (const Ties ties : {Ties::kRowOrder, Ties::kWorst, Ties::kAverage, Ties::kDocumentId}) {
    for (const std::string metric : {"ndcg", "ndcg@4", "mean-ndcg", "pair-accuracy"}) {
      CHECK(judged.measure(metric, with_ties(ties)).mean == 1);
    }
  }
}

TEST_CASE("a cut-off past the end is no cut-off") {
  const Judged judged = with_a_tie();
  for (const Ties ties : {Ties::kRowOrder, Ties::kWorst, Ties::kAverage, Ties::kDocumentId}) {
    for (const std::string metric : {"ndcg", "dcg", "map", "mrr", "err"}) {
      CHECK(same_bytes(judged.measure(metric, with_ties(ties)),
                       judged.measure(metric + "@1000000000000", with_ties(ties))));
    }
  }
}

TEST_CASE("a cut-off in the metric is without effect where the metric has none") {
  std::vector<float> labels(15, 0);
  labels[3] = labels[12] = 2;
  std::vector<double> scores(15);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = -static_cast<double>(i);
  const Judged judged = one_list(labels, scores);
  for (const std::string name : {"mean-ndcg", "rmse", "pair-accuracy"}) {
    Metric metric = parse_metric(name);
    metric.cutoff = 10;
    const Evaluator evaluator(metric, find_convention("letor3"), judged.lists());
    CHECK(same_bytes(evaluator.evaluate(scores), judged.measure(name, find_convention("letor3"))));
  }
}

TEST_CASE("no queries, and no query that counts, give NaN") {
  const Judged none;
  Judged empty_list;
  empty_list.add({}, {});
  for (const std::string metric :
       {"ndcg@3", "mean-ndcg", "map", "p@2", "err", "rmse", "pair-accuracy"}) {
    CAPTURE(metric);
    CHECK(std::isnan(none.measure(metric, Convention{}).mean));
    CHECK(none.measure(metric, Convention{}).per_query.empty());
    CHECK(std::isnan(empty_list.measure(metric, Convention{}).mean));
    const Evaluator without_offsets(parse_metric(metric), Convention{}, JudgedLists{});
    CHECK(std::isnan(without_offsets.evaluate({}).mean));
  }
}

TEST_CASE("the number of threads changes no bit") {
  Random random(random_key(2));
  Judged judged;
  for (int q = 0; q < 150; ++q) {
    const std::size_t n = random.below(40);
    std::vector<float> labels(n);
    std::vector<double> scores(n);
    for (std::size_t i = 0; i < n; ++i) {
      labels[i] = static_cast<float>(random.below(5));
      scores[i] = static_cast<double>(random.below(n)) / 7;
    }
    judged.add(labels, scores);
  }
  std::vector<std::string> metrics = kRankingMetrics;
  metrics.insert(metrics.end(), {"rmse", "pair-accuracy"});
  for (const std::string& metric : metrics) {
    for (const Ties ties : {Ties::kRowOrder, Ties::kAverage}) {
      CAPTURE(metric);
      const MetricValue one = judged.measure(metric, with_ties(ties), 1);
      CHECK(one.mean > 0);
      for (const int threads : {0, 2, 3}) {
        CHECK(same_bytes(one, judged.measure(metric, with_ties(ties), threads)));
      }
      // Nor does it matter whether a query is measured alone.
      const Evaluator evaluator(parse_metric(metric), with_ties(ties), judged.lists());
      MetricValue alone{one.mean, {}};
      for (std::size_t q = 0; q < judged.lists().queries(); ++q) {
        alone.per_query.push_back(evaluator.evaluate_query(q, judged.scores));
      }
      CHECK(same_bytes(one, alone));
    }
  }
}

}  // namespace gbrank
