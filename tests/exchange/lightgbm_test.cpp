#include <doctest/doctest.h>

#include "exchange/odd_models.h"
#include "exchange/scores.h"
#include "support/lightgbm_library.h"

namespace gbrank::test {
namespace {

std::string written(const Ensemble& ensemble) {
  const Exported exported = exchange_format("lightgbm").write(ensemble, {});
  CHECK(exported.losses.empty());
  return exported.text;
}

std::vector<double> read_scores(const std::string& text, const DenseRows& data) {
  return scores_of(*exchange_format("lightgbm").read(text, "m.txt", {}), data);
}

}  // namespace

TEST_CASE("LightGBM loads what is written, and predicts bit for bit what our reader does") {
  if (!lightgbm_library().found()) {
    MESSAGE("skipped: ", lightgbm_library().problem());
    return;
  }
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Ensemble ensemble = odd_ensemble({.seed = seed});
    const DenseRows data = odd_rows(ensemble, 500);
    const std::string text = written(ensemble);
    const std::vector<double> ours = read_scores(text, data);
    CHECK(same_bits(lightgbm_library().predict(text, data), ours));
    CHECK(!same_bits(scores_of(ensemble, data), ours));
    const DenseRows plain = odd_rows(ensemble, 500, 2e-35F);
    CHECK(same_bits(scores_of(ensemble, plain), read_scores(text, plain)));
  }
}

}  // namespace gbrank::test
