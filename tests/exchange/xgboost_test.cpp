#include <doctest/doctest.h>

#include "exchange/odd_models.h"
#include "exchange/scores.h"
#include "support/xgboost_library.h"

namespace gbrank::test {
namespace {

std::string written(const Ensemble& ensemble) {
  const Exported exported = exchange_format("xgboost").write(ensemble, {});
  CHECK(exported.losses.empty());
  return exported.text;
}

std::vector<double> read_scores(const std::string& text, const DenseRows& data) {
  return scores_of(*exchange_format("xgboost").read(text, "m.json", {}), data);
}

}  // namespace

TEST_CASE("XGBoost loads what is written, and predicts bit for bit what our reader does") {
  REQUIRE_MESSAGE(xgboost_library().found(), xgboost_library().problem());
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Ensemble ensemble = odd_ensemble({.seed = seed});
    const DenseRows data = odd_rows(ensemble, 500);
    const std::string text = written(ensemble);
    const std::vector<double> ours = read_scores(text, data);
    CHECK(same_bits(xgboost_library().predict(text, data), ours));
    CHECK(largest_difference(ours, scores_of(ensemble, data)) < float32_error(ensemble));
  }
}

}  // namespace gbrank::test
