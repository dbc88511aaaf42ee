#include <string>

#include <doctest/doctest.h>

#include "gbrank/error.h"
#include "gbrank/metrics.h"

namespace gbrank {
namespace {

std::string error_of(std::string_view name) {
  try {
    parse_metric(name);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a metric's name and its parts are one and the same") {
  using K = Metric::Kind;
  const struct {
    std::string name;
    K kind;
    std::size_t cutoff;
  } cases[] = {
      {"ndcg@10", K::kNdcg, 10},
      {"ndcg", K::kNdcg, 0},
      {"dcg@3", K::kDcg, 3},
      {"dcg", K::kDcg, 0},
      {"map", K::kMap, 0},
      {"map@100", K::kMap, 100},
      {"p@5", K::kPrecision, 5},
      {"recall@20", K::kRecall, 20},
      {"mrr", K::kMrr, 0},
      {"mrr@10", K::kMrr, 10},
      {"err@20", K::kErr, 20},
      {"err", K::kErr, 0},
      {"mean-ndcg", K::kMeanNdcg, 0},
      {"rmse", K::kRmse, 0},
      {"pair-accuracy", K::kPairAccuracy, 0},
  };
  for (const auto& c : cases) {
    CAPTURE(c.name);
    const Metric metric = parse_metric(c.name);
    CHECK(metric.kind == c.kind);
    CHECK(metric.cutoff == c.cutoff);
    CHECK(metric.name() == c.name);
  }
}

TEST_CASE("upper case is accepted and lower case is given back") {
  CHECK(parse_metric("NDCG@10").name() == "ndcg@10");
  CHECK(parse_metric("Pair-Accuracy").name() == "pair-accuracy");
}

TEST_CASE("a metric without a cut-off has none in its name") {
  CHECK(Metric{Metric::Kind::kRmse, 10}.name() == "rmse");
  CHECK(Metric{Metric::Kind::kMeanNdcg, 10}.name() == "mean-ndcg");
}

TEST_CASE("a bad cut-off is an error that shows it") {
  for (const std::string cutoff :
       {"0", "-1", "+3", "x", "", "5x", "5@5", " 5", "1e3", "2.5", "99999999999999999999999"}) {
    CHECK(error_of("ndcg@" + cutoff) ==
          "metric \"ndcg@" + cutoff + "\": the cut-off \"" + cutoff +
              "\" must be a whole number of at least 1, as in ndcg@10");
  }
}

TEST_CASE("a cut-off is asked for where it is needed and refused where it means nothing") {
  CHECK(error_of("p") == "metric \"p\" needs a cut-off, as in p@10");
  CHECK(error_of("Recall") == "metric \"Recall\" needs a cut-off, as in recall@10");
  CHECK(error_of("mean-ndcg@5") ==
        "metric \"mean-ndcg@5\": mean-ndcg takes no cut-off, write mean-ndcg");
  CHECK(error_of("rmse@3") == "metric \"rmse@3\": rmse takes no cut-off, write rmse");
}

TEST_CASE("an unknown metric suggests the nearest, or lists all") {
  CHECK(error_of("ndgc@10") == "unknown metric \"ndgc@10\", did you mean ndcg?");
  CHECK(error_of("MEAN_NDCG") == "unknown metric \"MEAN_NDCG\", did you mean mean-ndcg?");
  const std::string all =
      "ndcg[@k], dcg[@k], map[@k], p@k, recall@k, mrr[@k], err[@k], mean-ndcg, rmse, pair-accuracy";
  CHECK(error_of("logloss") == "unknown metric \"logloss\"; known: " + all);
  CHECK(error_of("").find("unknown metric \"\"") == 0);
}

TEST_CASE("only rmse is better when lower") {
  for (const std::string name :
       {"ndcg", "dcg", "map", "p@1", "recall@1", "mrr", "err", "mean-ndcg", "pair-accuracy"}) {
    CHECK(parse_metric(name).higher_is_better());
  }
  CHECK_FALSE(parse_metric("rmse").higher_is_better());
}

}  // namespace gbrank
