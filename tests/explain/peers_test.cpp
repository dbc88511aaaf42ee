#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "gbrank/explain.h"

#include "exchange/format.h"
#include "explain/random_covers.h"
#include "support/lightgbm_library.h"
#include "support/xgboost_library.h"

// Other programs compute the same values by another algorithm.

namespace gbrank {
namespace {

constexpr std::size_t kFeatures = 9;

Ensemble ensemble_of(std::uint64_t seed) {
  return test::covered_ensemble(
      {.features = kFeatures, .trees = 30, .leaves = 24, .extremes = false, .seed = seed});
}

std::string exported(const Ensemble& ensemble, std::string_view format) {
  const auto formats = exchange_formats();
  const auto found = std::ranges::find(formats, format, &ExchangeFormat::name);
  REQUIRE(found != formats.end());
  return found->write(ensemble, {}).text;
}

test::JudgedRows rows_for(const Ensemble& ensemble, std::uint64_t seed) {
  test::JudgedRows data;
  data.columns = kFeatures;
  for (const auto& row : test::lightgbm_rows(test::awkward_rows(ensemble, 50, seed))) {
    data.values.insert(data.values.end(), row.begin(), row.end());
  }
  return data;
}

/// `theirs` has, row after row, a contribution of each feature and the base value.
template <typename T>
void check_same(const Ensemble& ensemble, const test::JudgedRows& data,
                const std::vector<T>& theirs, double error) {
  const Explainer explainer(ensemble);
  REQUIRE(theirs.size() == data.rows() * (kFeatures + 1));
  std::vector<double> ours(kFeatures);
  for (std::size_t i = 0; i < data.rows(); ++i) {
    CAPTURE(i);
    explainer.contributions(data.row(i), ours);
    ours.push_back(explainer.base_value());
    for (std::size_t f = 0; f <= kFeatures; ++f) {
      CAPTURE(f);
      CHECK(std::abs(static_cast<double>(theirs[i * (kFeatures + 1) + f]) - ours[f]) < error);
    }
    ours.pop_back();
  }
}

}  // namespace

TEST_CASE("XGBoost finds the same contributions in an export, as far as float32 goes") {
  REQUIRE_MESSAGE(test::xgboost_library().found(), test::xgboost_library().problem());
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    const Ensemble ensemble = ensemble_of(seed);
    const test::JudgedRows data = rows_for(ensemble, seed);
    const std::string model = exported(ensemble, "xgboost");
    check_same(ensemble, data, test::xgboost_library().contributions(model, data), 2e-5);
  }
}

TEST_CASE("LightGBM finds the same contributions in an export") {
  if (!test::lightgbm_library().found()) {
    MESSAGE("skipped: ", test::lightgbm_library().problem());
    return;
  }
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    const Ensemble ensemble = ensemble_of(seed);
    const test::JudgedRows data = rows_for(ensemble, seed);
    const std::string model = exported(ensemble, "lightgbm");
    check_same(ensemble, data, test::lightgbm_library().contributions(model, data), 1e-12);
  }
}

}  // namespace gbrank
