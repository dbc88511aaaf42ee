#include <cmath>

#include <doctest/doctest.h>

#include "gbrank/error.h"
#include "gbrank/gradient.h"

#include "support/error_of.h"

using namespace gbrank;

namespace {

const std::vector<float> kLabels = {2, 0, 1, 1, 0};
const std::vector<std::size_t> kOffsets = {0, 2, 5};
const JudgedLists kLists{kLabels, kOffsets};

}  // namespace

TEST_CASE("gradient_of starts where training does and weighs queries as fit does") {
  GradientOptions options;
  options.objective = "regression";
  options.query_weights = {2, 1};
  const ObjectiveGradient result = gradient_of(kLists, {}, options);
  const double start = (2 * 2 + 2.0) / (2 * 2 + 3);
  CHECK(result.scores == std::vector<double>(5, start));
  CHECK(result.gradient ==
        std::vector<double>{2 * (start - 2), 2 * start, start - 1, start - 1, start});
  CHECK(result.hessian == std::vector<double>{2, 2, 1, 1, 1});
  CHECK(result.traces.empty());
  REQUIRE(result.losses.size() == 2);
  CHECK(result.losses[0] == doctest::Approx((start - 2) * (start - 2) + start * start));
}

TEST_CASE("gradient_of leaves out a query of weight 0 and keeps the others in their places") {
  GradientOptions options;
  options.objective = "ranknet";
  options.query_weights = {0, 1};
  const ObjectiveGradient result = gradient_of(kLists, {}, options);
  CHECK(result.gradient == std::vector<double>{0, 0, -0.5, -0.5, 1});
  CHECK(result.losses == std::vector<double>{0, 2 * std::log(2)});
}

TEST_CASE("gradient_of: the traces of a schedule are those of its round") {
  GradientOptions options;
  options.objective = "reg-shf-sdcg";
  options.trees = 100;
  options.round = 50;
  const ObjectiveGradient result = gradient_of(kLists, {}, options);
  CHECK(result.traces == std::vector<double>{0.5, 2.5});
}

TEST_CASE("gradient_of: what it cannot take is an error") {
  const auto message = [&](auto change, const std::vector<double>& scores = {}) {
    GradientOptions options;
    change(options);
    return test::error_of([&] { gradient_of(kLists, scores, options); });
  };
  const auto nothing = [](GradientOptions&) {};
  CHECK(message(nothing, {1, 2}) == "found 2 scores, the data has 5 rows");
  CHECK(message(nothing, {1, 2, std::nan(""), 4, 5}) ==
        "row 3 has score nan, expected a finite number");
  CHECK(message([](auto& o) { o.round = 0; }) ==
        "round is 0, expected 1 to 250, the number of trees");
  CHECK(message([](auto& o) { o.objective = "ranknt"; }) ==
        "unknown objective 'ranknt', did you mean ranknet?");
  CHECK(message([](auto& o) {
          o.objective_options["gbrank-tau"] = "1";
        }).starts_with("objective lambdarank has no option gbrank-tau"));
  CHECK(message([](auto& o) { o.query_weights = {1}; }) ==
        "found 1 query weight, the data has 2 queries");
  CHECK(message(nothing) == "no error");
}
