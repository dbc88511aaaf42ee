#include "prediction/scores.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "support/small_ensemble.h"

namespace gbrank::bench {
namespace {

/// Of small_ensemble, whose base score is 0.1: leaves 1.5 and 0.5, then -0.25 and 0.5.
Expected two_documents() {
  Documents documents;
  documents.features = 3;
  documents.values = {0, 0, 0, 0, 1, -4e20F};
  return expected_scores(test::small_ensemble(), documents);
}

TEST_CASE("what is expected are the reference's scores and how much was added up") {
  const Expected expected = two_documents();
  CHECK(expected.scores == std::vector<double>{0.1 + 1.5 + 0.5, 0.1 - 0.25 + 0.5});
  CHECK(expected.magnitudes[1] == doctest::Approx(0.85));
  CHECK(expected.additions == 2);
  // One node of the first tree, or two; the other tree has none.
  CHECK(expected.nodes == 1.5);
}

TEST_CASE("without rounding, scores must be the same bits") {
  const Expected expected = two_documents();
  std::vector<double> scores = expected.scores;
  CHECK_NOTHROW(check_scores("gbrank", 0, expected, scores));
  scores[1] = std::nextafter(scores[1], 1);
  CHECK_THROWS_WITH_AS(check_scores("gbrank", 0, expected, scores),
                       doctest::Contains("gbrank: document 2 of 2 scores 0.35"), Error);
}

TEST_CASE("float32 scores may differ by what float32 rounds away, and no more") {
  const Expected expected = two_documents();
  // By way of memory: g++ 12 with -O2 leaves out the rounding of two neighbours in registers.
  std::vector<float> rounded;
  for (const double score : expected.scores) rounded.push_back(static_cast<float>(score));
  std::vector<double> scores(rounded.begin(), rounded.end());
  CHECK(scores != expected.scores);
  CHECK_NOTHROW(check_scores("float32", 0x1p-24, expected, scores));
  CHECK_THROWS_AS(check_scores("double", 0x1p-53, expected, scores), Error);
  scores[1] += 1e-6;
  CHECK_THROWS_AS(check_scores("float32", 0x1p-24, expected, scores), Error);
}

TEST_CASE("not a number is a wrong score") {
  const Expected expected = two_documents();
  std::vector<double> scores = expected.scores;
  scores[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(check_scores("gbrank", 0, expected, scores), Error);
  CHECK_THROWS_AS(check_scores("float32", 0x1p-24, expected, scores), Error);
}

}  // namespace
}  // namespace gbrank::bench
