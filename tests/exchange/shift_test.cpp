#include "exchange/shift.h"

#include "exchange/export_checks.h"
#include "support/small_ensemble.h"

namespace gbrank::test {

TEST_CASE("a shift makes the lowest score that leaves can add up to positive, and little more") {
  Ensemble ensemble = small_ensemble();  // 0.1, then 1.5, -0.25 or nothing, then 0.5
  CHECK(positive_shift(ensemble) == 0);
  ensemble.base_score = -1;
  CHECK(positive_shift(ensemble) >= 0.75);
  CHECK(positive_shift(ensemble) < 0.75001);
  ensemble.trees.clear();
  CHECK(positive_shift(ensemble) >= 1);
  ensemble.base_score = 0;
  CHECK(positive_shift(ensemble) == 0);
  ensemble = small_ensemble();
  ensemble.base_score = 0;
  ensemble.trees[0].value = {1.5, 0, 2};
  ensemble.trees[1].value = {0};
  CHECK(positive_shift(ensemble) == 0);
}

TEST_CASE("in the readers' arithmetic, too, no score is negative after the shift") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    // Trees of one leaf each always add up to the lowest score.
    Ensemble ensemble = random_ensemble({.trees = 400, .leaves = 1, .seed = seed});
    double total = ensemble.base_score;
    for (const Tree& tree : ensemble.trees) total += tree.value[0];
    ensemble.base_score -= total;  // the lowest is 0 but for rounding
    for (const double offset : {0.0, 1e-9, -1e-9, -3.0, 3.0}) {
      Ensemble moved = ensemble;
      moved.base_score += offset;
      const std::vector<float> row(moved.features());
      const double shift = positive_shift(moved);
      CHECK(shift >= 0);
      for (const ExchangeFormat& format : exchange_formats()) {
        CAPTURE(format.name);
        CHECK(read_back(format, moved, {.shift = shift})->score(row) >= 0);
      }
    }
  }
}

TEST_CASE("scores that no double can hold once they are shifted are an error") {
  Ensemble ensemble = small_ensemble();
  ensemble.trees[0].value = {-1e308, -1e308, -1e308};
  ensemble.trees[1].value = {-1e308};
  for (const ExchangeFormat& format : exchange_formats()) {
    CAPTURE(format.name);
    CHECK(error_of([&] { format.write(ensemble, {.shift = positive_shift(ensemble)}); }) ==
          "the scores are too large to be shifted");
  }
}

}  // namespace gbrank::test
