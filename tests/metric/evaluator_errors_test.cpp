#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "metric/judged.h"

namespace gbrank {
namespace {

std::string error_of(const Judged& judged, const std::string& metric,
                     const Convention& convention = {}, int threads = 1) {
  try {
    judged.measure(metric, convention, threads);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a label whose 2^label is beyond a double is an error with row and remedy") {
  const Judged judged = one_list({0, 1, 1024}, {1, 2, 3});
  const std::string remedy = "; use the linear gain or another metric";
  for (const std::string metric : {"ndcg@10", "dcg", "mean-ndcg"}) {
    CHECK(error_of(judged, metric) == "row 3: label 1024 is too large for " + metric +
                                          ": the sum of 2^label leaves the range of a double" +
                                          remedy);
    CHECK(error_of(judged, metric, find_convention("catboost")) == "no error");
  }
  CHECK(error_of(judged, "err", find_convention("catboost")) ==
        "row 3: label 1024 is too large for err: the sum of 2^label leaves the range of a double; "
        "use another metric");
  for (const std::string metric : {"map", "p@1", "recall@1", "mrr", "rmse", "pair-accuracy"}) {
    CHECK(error_of(judged, metric) == "no error");
  }
}

TEST_CASE("large labels whose DCG would overflow are an error, the largest that fit are not") {
  CHECK(error_of(one_list({1023, 1023}, {1, 1}), "ndcg").find("row 2: label 1023") == 0);
  const Judged fits = one_list({1023, 0}, {1, 2});
  CHECK(fits.measure("ndcg", Convention{}).mean ==
        doctest::Approx(0.630929753571457).epsilon(1e-12));
  CHECK(fits.measure("err", Convention{}).mean == 0.5);
}

TEST_CASE("negative labels are an error for gains and no matter for the other metrics") {
  const Judged judged = one_list({1, -1}, {1, 2});
  for (const std::string metric : {"ndcg", "dcg", "mean-ndcg", "err"}) {
    CHECK(error_of(judged, metric).find("row 2: " + metric + " needs labels of at least 0") == 0);
  }
  CHECK(judged.measure("map", Convention{}).mean == 0.5);
  CHECK(judged.measure("pair-accuracy", Convention{}).mean == 0);
  CHECK(judged.measure("rmse", Convention{}).mean ==
        doctest::Approx(2.12132034355964).epsilon(1e-12));
}

TEST_CASE("labels that are no numbers are an error") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(error_of(one_list({0, nan}, {1, 2}), "map") == "row 2: label nan is not a finite number");
  CHECK(error_of(one_list({infinity}, {1}), "ndcg", find_convention("catboost")) ==
        "row 1: label inf is not a finite number");
}

TEST_CASE("a NaN score is an error that names its row, the first one with any number of threads") {
  Judged judged;
  for (int q = 0; q < 100; ++q) judged.add({0, 1, 0}, {3, 2, 1});
  judged.scores[250] = std::numeric_limits<double>::quiet_NaN();
  judged.scores[130] = judged.scores[250];
  for (const std::string metric : {"ndcg@1", "map", "err", "rmse", "pair-accuracy"}) {
    for (const int threads : {1, 2, 3}) {
      CHECK(error_of(judged, metric, Convention{}, threads) ==
            "row 131: the score is not a number (NaN) and cannot be ranked");
    }
  }
}

TEST_CASE("a NaN score is an error even in a query that does not count") {
  const Judged judged = one_list({0, 0}, {1, std::numeric_limits<double>::quiet_NaN()});
  CHECK(error_of(judged, "ndcg").find("row 2:") == 0);
}

TEST_CASE("infinite scores are fine, and equal infinities are a tie") {
  const double infinity = std::numeric_limits<double>::infinity();
  const Judged judged = one_list({1, 0, 1, 0}, {infinity, infinity, -infinity, 0});
  CHECK(judged.measure("mrr", with_ties(Ties::kRowOrder)).mean == 1);
  CHECK(judged.measure("mrr", with_ties(Ties::kWorst)).mean == 0.5);
  CHECK(judged.measure("mrr", with_ties(Ties::kAverage)).mean == 0.75);
}

}  // namespace gbrank
