#include "training/output.h"

#include <doctest/doctest.h>

#include "gbrank/model_io.h"

namespace gbrank::bench {
namespace {

using Lines = std::vector<std::string>;

void check(const std::optional<Times>& times, double load, double train) {
  REQUIRE(times);
  CHECK(times->load == doctest::Approx(load));
  CHECK(times->train == doctest::Approx(train));
}

TEST_CASE("times of gbrank are the ends of its first and last line") {
  check(gbrank_times({"a, b.txt: 60000 rows, 524 queries, 136 features, 2.334 s",
                      "round 5/100  loss 7548.66  0.6 s elapsed, 11.1 s left",
                      "/tmp/m.json: 100 trees, 17.8 s"}),
        2.334, 17.8);
  CHECK_FALSE(gbrank_times({"a.txt: 60000 rows, 524 queries, 136 features, 2.334 s"}));
  CHECK_FALSE(gbrank_times({"gbrank: a.txt: cannot be opened"}));
}

TEST_CASE("times of LightGBM are its loading and its last iteration") {
  check(lightgbm_times({"[LightGBM] [Info] Construct bin mappers from text data time 0.12 seconds",
                        "[LightGBM] [Info] Finished loading data in 0.310488 seconds",
                        "[LightGBM] [Info] Auto-choosing row-wise multi-threading, the overhead of "
                        "testing was 0.005251 seconds.",
                        "[LightGBM] [Info] 0.016244 seconds elapsed, finished iteration 1",
                        "[LightGBM] [Info] 0.033102 seconds elapsed, finished iteration 2",
                        "[LightGBM] [Info] Finished training"}),
        0.310488, 0.033102);
  CHECK_FALSE(lightgbm_times({"[LightGBM] [Fatal] Unknown objective"}));
}

TEST_CASE("XGBoost makes bins in its first round, which counts as loading") {
  const Lines lines = {
      "[08:01:40] INFO: ./src/cli_main.cc:231: Loading data: 0.14 sec",
      "[08:01:40] INFO: ./src/cli_main.cc:240: boosting round 0, 4.76837e-07 sec elapsed",
      "[08:01:40] [0]",
      "[08:01:40] INFO: ./src/cli_main.cc:240: boosting round 1, 0.34 sec elapsed",
      "[08:01:40] INFO: ./src/cli_main.cc:240: boosting round 2, 0.38 sec elapsed",
      "[08:01:40] INFO: ./src/cli_main.cc:240: boosting round 10, 0.60 sec elapsed",
      "[08:01:40] INFO: ./src/cli_main.cc:263: Complete Training loop time: 0.70 sec"};
  check(xgboost_times(lines), 0.14 + 0.30, 0.70 - 0.30);
  CHECK_FALSE(xgboost_times({lines.front()}));
}

TEST_CASE("trees and leaves are counted in the models of all programs") {
  Ensemble ensemble;
  ensemble.feature_names = default_feature_names(1);
  ensemble.trees.resize(2);
  ensemble.trees[0].value = {0.5};
  ensemble.trees[0].documents = {3};
  ensemble.trees[1] = {{0}, {0.5F}, {1}, {~0}, {~1}, {2.0}, {-1.0, 1.0}, {1, 2}};
  CHECK(gbrank_shape(model_to_text(ensemble)) == Shape{2, 3});
  CHECK(lightgbm_shape("tree\n\nTree=0\nnum_leaves=64\nnum_cat=0\n\nTree=1\nnum_leaves=63\n"
                       "\nparameters:\n[num_leaves: 64]\n") == Shape{2, 127});
  CHECK(xgboost_shape("booster[0]:\n0:[f132<40] yes=1,no=2,missing=2\n\t1:leaf=-0.1\n\t2:leaf=0.2\n"
                      "booster[1]:\n0:leaf=0.5\n") == Shape{2, 3});
}

}  // namespace
}  // namespace gbrank::bench
