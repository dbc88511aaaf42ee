#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "metric/judged.h"

namespace gbrank {
namespace {

using doctest::Approx;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// One list as it should be, one without a relevant document, one of two documents, one with a tie.
Judged four_lists() {
  Judged judged;
  judged.add({0, 2, 1, 0, 3}, {.9, .8, .7, .6, .5}, {"a", "b", "c", "d", "e"});
  judged.add({0, 0, 0}, {3, 2, 1}, {"f", "g", "h"});
  judged.add({0, 1}, {2, 1}, {"i", "j"});
  judged.add({1, 0, 2, 0}, {.5, .5, .5, .9}, {"m", "k", "l", "n"});
  return judged;
}

struct Expected {
  std::string convention;
  std::vector<double> per_query;
  double mean;
};

void check(const std::string& metric, const std::vector<Expected>& table) {
  const Judged judged = four_lists();
  REQUIRE(table.size() == convention_names().size());
  for (const Expected& expected : table) {
    CAPTURE(metric);
    CAPTURE(expected.convention);
    const MetricValue value = judged.measure(metric, find_convention(expected.convention));
    CHECK(value.mean == Approx(expected.mean).epsilon(1e-12));
    REQUIRE(value.per_query.size() == 4);
    for (std::size_t q = 0; q < 4; ++q) {
      CAPTURE(q);
      if (std::isnan(expected.per_query[q])) {
        CHECK(std::isnan(value.per_query[q]));
      } else {
        CHECK(value.per_query[q] == Approx(expected.per_query[q]).epsilon(1e-12));
      }
    }
  }
}

}  // namespace

// The numbers are from a few lines of Python that go through all orders of a tie.

TEST_CASE("NDCG@3 under every convention") {
  check(
      "ndcg@3",
      {
          {"standard",
           {0.254747465773802, kNone, 0.630929753571458, 0.17376534287144},
           0.3531475207389},
          {"letor3", {0.341543951257099, 0, 0, 0.25}, 0.147885987814275},
          {"letor4", {0.341543951257099, 0, 0, 0.25}, 0.147885987814275},
          {"mslr", {0.341543951257099, 0, 0, 0.25}, 0.147885987814275},
          {"lightgbm",
           {0.254747465773802, 1, 0.630929753571458, 0.17376534287144},
           0.514860640554175},
          {"xgboost",
           {0.254747465773802, 1, 0.630929753571458, 0.17376534287144},
           0.514860640554175},
          {"catboost",
           {0.369994012738108, 1, 0.630929753571458, 0.190046883357967},
           0.547742662416883},
          {"ranklib",
           {0.254747465773802, 0, 0.630929753571458, 0.17376534287144},
           0.264860640554175},
          {"quickrank",
           {0.254747465773802, 0, 0.630929753571458, 0.17376534287144},
           0.264860640554175},
          {"ydf", {0.254747465773802, 0, 0.630929753571458, 0.415294825412711}, 0.325243011189493},
          {"trec_eval",
           {0.369994012738108, 0, 0.630929753571458, 0.619906233284066},
           0.405207499898408},
      });
}

TEST_CASE("P@3 under every convention") {
  const double third = 0.333333333333333;
  const double two_thirds = 0.666666666666667;
  check("p@3", {
                   {"standard", {two_thirds, kNone, third, third}, 0.444444444444444},
                   {"letor3", {two_thirds, 0, 0, third}, 0.25},
                   {"letor4", {two_thirds, 0, third, third}, third},
                   {"mslr", {third, 0, 0, 0}, 0.0833333333333333},
                   {"lightgbm", {two_thirds, 0, third, third}, third},
                   {"xgboost", {two_thirds, 0, third, third}, third},
                   {"catboost", {two_thirds, 0, third, third}, third},
                   {"ranklib", {two_thirds, 0, third, third}, third},
                   {"quickrank", {two_thirds, 0, third, third}, third},
                   {"ydf", {two_thirds, 0, third, 0.444444444444444}, 0.361111111111111},
                   {"trec_eval", {two_thirds, 0, third, two_thirds}, 0.416666666666667},
               });
}

TEST_CASE("MAP under every convention") {
  const double first = 0.588888888888889;
  check("map", {
                   {"standard", {first, kNone, 0.5, 0.5}, 0.52962962962963},
                   {"letor3", {first, 0, 0.5, 0.5}, 0.397222222222222},
                   {"letor4", {first, 0, 0.5, 0.5}, 0.397222222222222},
                   {"mslr", {0.45, 0, 0, 0.25}, 0.175},
                   {"lightgbm", {first, 1, 0.5, 0.5}, 0.647222222222222},
                   {"xgboost", {first, 1, 0.5, 0.5}, 0.647222222222222},
                   {"catboost", {first, 1, 0.5, 0.416666666666667}, 0.626388888888889},
                   {"ranklib", {first, 0, 0.5, 0.5}, 0.397222222222222},
                   {"quickrank", {first, 0, 0.5, 0.5}, 0.397222222222222},
                   {"ydf", {first, 0, 0.5, 0.5}, 0.397222222222222},
                   {"trec_eval", {first, 0, 0.5, 0.583333333333333}, 0.418055555555556},
               });
}

TEST_CASE("every listed convention is found under its own name") {
  for (const std::string& name : convention_names()) CHECK(find_convention(name).name == name);
  CHECK(convention_names().front() == Convention{}.name);
}

TEST_CASE("a convention is found as its makers spell it") {
  CHECK(find_convention("LightGBM").name == "lightgbm");
  CHECK(find_convention("CatBoost").gain == Gain::kLinear);
}

TEST_CASE("an unknown convention suggests the nearest, or lists all") {
  CHECK_THROWS_WITH_AS(find_convention("letor5"),
                       "unknown convention \"letor5\", did you mean letor3?", Error);
  CHECK_THROWS_WITH_AS(find_convention("galago"),
                       "unknown convention \"galago\"; known: standard, letor3, letor4, mslr, "
                       "lightgbm, xgboost, catboost, ranklib, quickrank, ydf, trec_eval",
                       Error);
}

TEST_CASE("a convention may be changed after looking it up") {
  const Judged judged = four_lists();
  Convention convention = find_convention("lightgbm");
  convention.no_relevant = NoRelevant::kZero;
  CHECK(judged.measure("ndcg@3", convention).mean ==
        judged.measure("ndcg@3", find_convention("ranklib")).mean);
}

}  // namespace gbrank
