#include "prediction/measure.h"

#include <numeric>
#include <utility>

#include <doctest/doctest.h>

namespace gbrank::bench {
namespace {

using Calls = std::vector<std::pair<std::size_t, std::size_t>>;

/// Document i scores i. Notes what it was asked for.
Contender counting(const std::string& name, Calls& calls, double error = 0) {
  return {name, "counts", 0, [&calls, error](std::size_t first, std::span<double> scores) {
            calls.emplace_back(first, scores.size());
            std::iota(scores.begin(), scores.end(), static_cast<double>(first) + error);
          }};
}

Expected expected_counts(std::size_t documents) {
  Expected expected;
  expected.scores.resize(documents);
  std::iota(expected.scores.begin(), expected.scores.end(), 0.0);
  expected.magnitudes = expected.scores;
  return expected;
}

TEST_CASE("a figure is the sum of the least times of its stretches") {
  LeastTimes times;
  times.add_run(std::vector{1.0, 5.0, 2.0});
  CHECK(times.seconds() == 8);
  times.add_run(std::vector{3.0, 2.0, 2.5});
  CHECK(times.seconds() == 5);
  CHECK(times.runs() == std::vector{8.0, 7.5});
}

TEST_CASE("figures count documents and batches") {
  Figure figure{50, 3, {}};
  figure.times.add_run(std::vector{0.25, 0.25, 0.25});
  CHECK(figure.documents_a_second() == 200);
  CHECK(figure.microseconds_a_batch() == 250000);
}

TEST_CASE("every run scores whole batches from the first document on") {
  Calls calls;
  const std::vector<Contender> contenders = {counting("gbrank", calls)};
  const std::vector<std::size_t> batches = {3};
  const std::vector<Line> lines =
      measure(contenders, expected_counts(8), batches, 2, [](auto...) {});
  // Once to check, twice to measure; two documents are left over.
  CHECK(calls == Calls{{0, 3}, {3, 3}, {0, 3}, {3, 3}, {0, 3}, {3, 3}});
  REQUIRE(lines.size() == 1);
  REQUIRE(lines[0].figures.size() == 1);
  CHECK(lines[0].figures[0].batch == 3);
  CHECK(lines[0].figures[0].batches == 2);
  CHECK(lines[0].figures[0].times.runs().size() == 2);
  CHECK(lines[0].figures[0].times.seconds() > 0);
}

TEST_CASE("contenders take turns, length after length") {
  Calls calls;
  const std::vector<Contender> contenders = {counting("a", calls), counting("b", calls)};
  const std::vector<std::size_t> batches = {4, 2};
  std::vector<std::pair<std::size_t, int>> told;
  const std::vector<Line> lines =
      measure(contenders, expected_counts(4), batches, 2,
              [&](std::size_t batch, int run) { told.emplace_back(batch, run); });
  CHECK(told == std::vector<std::pair<std::size_t, int>>{{4, 1}, {4, 2}, {2, 1}, {2, 2}});
  CHECK(calls.size() == 6 + 12);
  CHECK(lines[1].name == "b");
  CHECK(lines[1].figures[1].batch == 2);
}

TEST_CASE("a contender that scores wrongly is an error") {
  Calls calls;
  const std::vector<Contender> contenders = {counting("right", calls), counting("wrong", calls, 1)};
  const std::vector<std::size_t> batches = {2};
  CHECK_THROWS_WITH_AS(measure(contenders, expected_counts(4), batches, 1, [](auto...) {}),
                       doctest::Contains("wrong, batches of 2: document 1 of 4"), Error);
}

TEST_CASE("a contender that scores too few documents is an error") {
  const std::vector<Contender> contenders = {
      {"lazy", "", 0, [](std::size_t first, std::span<double> scores) {
         scores[0] = static_cast<double>(first);
       }}};
  const std::vector<std::size_t> batches = {2};
  CHECK_THROWS_WITH_AS(measure(contenders, expected_counts(4), batches, 1, [](auto...) {}),
                       doctest::Contains("document 2 of 4 scores nan"), Error);
}

}  // namespace
}  // namespace gbrank::bench
