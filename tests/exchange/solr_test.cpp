#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "exchange/export_checks.h"
#include "exchange/solr_thresholds.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

const float kNan = std::numeric_limits<float>::quiet_NaN();

const ExchangeFormat& solr() { return format_named("solr"); }

std::unique_ptr<Consumer> read(const std::string& text) {
  const std::vector<std::string> names = {"userDevice", "unused", "matchedTitle"};
  return solr().read(text, "m.json", names);
}

std::string error(const std::string& text) {
  return error_of([&] { read(text); });
}

/// Numbers as Java reads them, params before the features, a feature that is scaled.
std::string by_hand(const std::string& null_is_zero) {
  return R"({"class": "org.apache.solr.ltr.model.MultipleAdditiveTreesModel", "name": "m",
    "params": {)" +
         null_is_zero + R"("trees": [
      {"weight": "1f", "root": {"feature": "matchedTitle", "threshold": "0.5f", "missing": "right",
        "left": {"value": "-100"},
        "right": {"feature": "userDevice", "threshold": "0", "missing": "left",
          "left": {"value": "50"}, "right": {"value": "65.25"}}}},
      {"weight": "2", "root": {"value": "-10"}}]},
    "features": [{"name": "matchedTitle"}, {"name": "userDevice", "norm": {
      "class": "org.apache.solr.ltr.norm.StandardNormalizer", "params": {"avg": "3", "std": "2"}}}]})";
}

}  // namespace

TEST_CASE("solr: a model written by hand scores as computed by hand") {
  const auto model = read(by_hand("\"isNullSameAsZero\": false, "));
  const auto score = [&](float title, float device) {
    return model->score(std::vector<float>{device, 0, title});
  };
  CHECK(score(0.5F, 0) == -120);
  CHECK(score(0.5F + 9e-7F, 0) == -120);  // Solr's millionth
  CHECK(score(0.500002F, 3) == 30);       // (3 - 3) / 2 <= 0
  CHECK(score(1, 3.00001F) == 45.25);
  CHECK(score(kNan, kNan) == 30);
  CHECK(score(kNan, 4) == 45.25);
  // Without null support a missing feature is 0.
  for (const std::string said : {"", "\"isNullSameAsZero\": true, "}) {
    CHECK(read(by_hand(said))->score(std::vector<float>{kNan, 0, kNan}) == -120);
    CHECK(read(by_hand(said))->score(std::vector<float>{kNan, 0, 1}) == 30);
  }
}

TEST_CASE("solr: the file of a small model") {
  const Exported exported =
      solr().write(small_ensemble(), {.shift = 1, .name = "my \"model\"", .store = "s"});
  CHECK(exported.losses.empty());
  const float threshold = 0.1F - 1e-6F;
  const auto text = [](float value) { return fmt::format("{}", value); };
  const Json expected = {{"class", "org.apache.solr.ltr.model.MultipleAdditiveTreesModel"},
                         {"name", "my \"model\""},
                         {"store", "s"},
                         {"features", {{{"name", "b \"quoted\" \\"}}, {{"name", "c"}}}},
                         {"params",
                          {{"isNullSameAsZero", false},
                           {"trees",
                            {{{"weight", "1"},
                              {"root",
                               {{"feature", "b \"quoted\" \\"},
                                {"threshold", text(threshold)},
                                {"missing", "right"},
                                {"left", {{"value", "1.5"}}},
                                {"right",
                                 {{"feature", "c"},
                                  {"threshold", "-3e+20"},
                                  {"missing", "left"},
                                  {"left", {{"value", "-0.25"}}},
                                  {"right", {{"value", "0"}}}}}}}},
                             {{"weight", "1"}, {"root", {{"value", "0.5"}}}},
                             {{"weight", "1"}, {"root", {{"value", "1.1"}}}}}}}}};
  CHECK(Json::parse(exported.text) == expected);
  CHECK(Json::parse(solr().write(small_ensemble(), {}).text).at("name") == "gbrank");
  CHECK(!Json::parse(solr().write(small_ensemble(), {}).text).contains("store"));
}

TEST_CASE("solr: a written threshold compares like the model's, where float32 has one that does") {
  Random random(random_key(3));
  const auto check_threshold = [](float t, int exponent) {
    const std::optional<float> written = solr_threshold(t, exponent);
    if (!written) return false;
    const float read = *written + 1e-6F;
    for (const float value : {t, std::nextafterf(t, -INFINITY), std::nextafterf(t, INFINITY), -t,
                              0.0F, 1.0F, -1.0F, 3e38F, -3e38F}) {
      if (!std::isfinite(value)) continue;
      CHECK((std::ldexp(value, exponent) <= read) == (value <= t));
    }
    return true;
  };
  std::size_t reached = 0;
  constexpr std::size_t kTrials = 20000;
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    const auto t = static_cast<float>((random.uniform() - 0.5) *
                                      std::exp2(static_cast<double>(random.below(60)) - 40));
    // Away from 0 a positive threshold can be reached as it is, and each one after scaling.
    if (t > 1e-5F) CHECK(check_threshold(t, 0));
    reached += check_threshold(t, 0) ? 1 : 0;
    const std::optional<int> exponent = solr_exponent({&t, 1});
    REQUIRE(exponent.has_value());
    CHECK(check_threshold(t, *exponent));
    CHECK((*exponent == 0) == solr_threshold(t, 0).has_value());
  }
  CHECK(reached > kTrials / 2);
  CHECK(reached < kTrials);
  for (const float t : awkward_floats(true)) CHECK(solr_exponent({&t, 1}).has_value());
  CHECK(solr_exponent({}) == 0);
  const std::vector<float> with_largest = {1e-7F, std::numeric_limits<float>::max()};
  CHECK(solr_exponent(with_largest).has_value());
  const std::vector<float> apart = {1e-7F, 1e38F};
  CHECK(!solr_exponent(apart).has_value());
}

TEST_CASE("solr: random ensembles keep every score, scaled where thresholds are near 0") {
  std::size_t scaled = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Ensemble ensemble =
        random_ensemble({.features = 9, .trees = 10, .extremes = seed % 2 == 0, .seed = seed});
    const Exported exported = solr().write(ensemble, {});
    if (!exported.losses.empty()) continue;
    scaled += exported.text.find("StandardNormalizer") == std::string::npos ? 0 : 1;
    const auto consumer = read_back(solr(), ensemble);
    for (const std::vector<float>& row : awkward_rows(ensemble, 200, seed)) {
      CHECK(consumer->score(row) == float_score(ensemble, row));
    }
  }
  CHECK(scaled > 0);
}

TEST_CASE("solr: thresholds that nothing can reach are losses") {
  Ensemble ensemble = small_ensemble();
  ensemble.trees[0].feature = {1, 1};
  ensemble.trees[0].threshold = {1e-7F, 1e38F};
  const Exported exported = solr().write(ensemble, {});
  REQUIRE(exported.losses.size() == 1);
  CHECK(exported.losses[0].starts_with(
      "1 of 2 splits have a threshold that Solr cannot reach, because it adds 1e-6 in float32; "));
  CHECK(
      exported.losses[0].find("(first: tree 0, \"b \\\"quoted\\\" \\\\\" <= 1e-07 would be 1.00") !=
      std::string::npos);
  const auto consumer = read_back(solr(), ensemble);
  CHECK(consumer->score(std::vector<float>{0, 9e-8F, 0}) ==
        static_cast<double>(1.5F + 0.5F + 0.1F));
}

TEST_CASE("solr: it lists the features that trees use, and one where they use none") {
  Ensemble ensemble = small_ensemble();
  ensemble.trees.erase(ensemble.trees.begin());
  CHECK(Json::parse(solr().write(ensemble, {}).text).at("features") == Json{{{"name", "a"}}});
  ensemble.feature_names.clear();
  CHECK(error_of([&] { solr().write(ensemble, {}); }) ==
        "the model has no features, and Solr wants at least one");
}

TEST_CASE("solr: what Solr refuses is an error") {
  const std::string good = by_hand("\"isNullSameAsZero\": false, ");
  CHECK(error(good) == "no error");
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return error(text);
  };
  CHECK(changed("MultipleAdditiveTreesModel", "LinearModel") ==
        "m.json: is not a MultipleAdditiveTreesModel");
  CHECK(changed("\"0.5f\"", "0.5") == "m.json: tree 0: threshold is not a string");
  CHECK(changed("\"2\"", "\"two\"") ==
        "m.json: tree 1: weight is \"two\", expected a float32 number");
  CHECK(changed("\"missing\": \"left\",", "") ==
        "m.json: tree 0: a split has no missing, which isNullSameAsZero needs");
  CHECK(changed("{\"name\": \"matchedTitle\"}", "{\"name\": \"title\"}") ==
        "m.json: lists \"title\", which is not a known feature");
  CHECK(changed("{\"name\": \"matchedTitle\"}", "{\"name\": \"unused\"}") ==
        "m.json: splits on \"matchedTitle\", which it does not list: such a tree answers 0");
  CHECK(changed("{\"name\": \"matchedTitle\"}", "{\"name\": \"userDevice\"}") ==
        "m.json: lists \"userDevice\" twice");
  CHECK(changed("{\"value\": \"-10\"}", "{\"value\": \"-10\", \"left\": {}}") ==
        "m.json: tree 1: a leaf has left or right");
  CHECK(
      changed("\"value\": \"-10\"", "\"depth\": \"1\"") ==
      "m.json: tree 1: found \"depth\", expected feature, threshold, missing, left, right, value");
  CHECK(changed("\"std\": \"2\"", "\"std\": \"0\"") == "m.json: std is not positive");
  CHECK(changed("false", "\"false\"") == "m.json: isNullSameAsZero is not true or false");
}

TEST_CASE("solr: hostile files never crash") {
  check_hostile_files(solr(), random_ensemble({.trees = 4, .leaves = 5}), 3000);
}

}  // namespace gbrank::test
