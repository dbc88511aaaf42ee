#include <algorithm>
#include <limits>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "gbrank/fit.h"

#include "exchange/damage.h"
#include "exchange/import.h"
#include "exchange/odd_case.h"
#include "exchange/order_changes.h"
#include "exchange/scores.h"
#include "support/error_of.h"
#include "support/small_ensemble.h"
#include "support/xgboost_library.h"

namespace gbrank::test {
namespace {

std::string written(const Ensemble& ensemble, double shift = 0) {
  const Exported exported = format_named("xgboost").write(ensemble, {shift});
  CHECK(exported.losses.empty());
  return exported.text;
}

std::vector<double> read_scores(const std::string& text, const JudgedRows& data) {
  return scores_of(*format_named("xgboost").read(text, "m.json", {}), data);
}

const XgboostLibrary& xgboost() {
  REQUIRE_MESSAGE(xgboost_library().found(), xgboost_library().problem()
                                                 << "; Debian's package libxgboost0 has it");
  return xgboost_library();
}

}  // namespace

TEST_CASE("XGBoost loads what is written, and predicts bit for bit what our reader does") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto [ensemble, data] = odd_case(seed);
    const std::string text = written(ensemble);
    const std::vector<double> ours = read_scores(text, data);
    CHECK(same_bits(xgboost().predict(text, data), ours));
    CHECK(largest_difference(ours, scores_of(ensemble, data)) < float32_error(ensemble));
  }
}

TEST_CASE("XGBoost ranks the sample as gbrank does with a model of it") {
  FitOptions options;
  options.trees = 60;
  options.feature_names = read_feature_names(sample().feature_names);
  const Ensemble ensemble = fit(parse_dataset(sample().train_text, "train"), {}, options);
  const JudgedRows data = judged_rows(sample().test_text, 45);
  CHECK(std::ranges::count_if(data.values, [](float x) { return std::isnan(x); }) > 10);
  const std::vector<double> scores = scores_of(ensemble, data);
  CHECK(std::set<double>(scores.begin(), scores.end()).size() > 1000);
  const std::string text = written(ensemble);
  const std::vector<float> predicted = xgboost().predict(text, data);
  const std::vector<double> theirs(predicted.begin(), predicted.end());
  CHECK(largest_difference(theirs, scores) < 1e-6);
  CHECK(compare_order(scores, theirs).inverted == 0);
  CHECK(same_bits(predicted, read_scores(text, data)));
}

TEST_CASE("XGBoost writes the same numbers when it saves a model that it has loaded") {
  for (const std::string format : {"json", "ubj"}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const std::string text = written(odd_case(seed).ensemble);
      const Imported once = import_model(text, "m.json", {});
      const Imported again = import_model(xgboost().rewritten(text, format), "m.json", {});
      CHECK(once.ensemble == again.ensemble);
    }
  }
}

TEST_CASE("ensembles without trees and without splits are models too") {
  Ensemble ensemble;
  ensemble.base_score = 0.75;
  ensemble.feature_names = default_feature_names(2);
  JudgedRows data{2, {1, 2, 3, 4}};
  CHECK(xgboost().predict(written(ensemble), data) == std::vector<float>{0.75F, 0.75F});
  CHECK(read_scores(written(ensemble), data) == std::vector<double>{0.75, 0.75});
  ensemble.trees.push_back(small_ensemble().trees[1]);
  CHECK(xgboost().predict(written(ensemble), data) == std::vector<float>{1.25F, 1.25F});
  CHECK(xgboost().predict(written(ensemble, 100), data) == std::vector<float>{101.25F, 101.25F});
}

TEST_CASE("an export is JSON for any reader, with names, counts and gains") {
  Ensemble ensemble = small_ensemble();
  ensemble.trees[0].value[2] = 0.25;
  ensemble.feature_names = {"a[1]", "b \"quoted\" \\", "tab\t\b"};
  const std::string text = written(ensemble);
  CHECK(text.starts_with("{\"learner\""));
  const auto json = nlohmann::json::parse(text);
  const auto& learner = json.at("learner");
  CHECK(learner.at("feature_names") == nlohmann::json{"a_1_", "b \"quoted\" \\", "tab__"});
  CHECK(learner.at("learner_model_param").at("num_feature") == "3");
  const auto& tree = learner.at("gradient_booster").at("model").at("trees").at(0);
  CHECK(tree.at("left_children") == nlohmann::json{1, -1, 3, -1, -1});
  CHECK(tree.at("right_children") == nlohmann::json{2, -1, 4, -1, -1});
  CHECK(tree.at("parents") == nlohmann::json{2147483647, 0, 0, 2, 2});
  CHECK(tree.at("split_indices") == nlohmann::json{1, 0, 2, 0, 0});
  CHECK(tree.at("default_left") == nlohmann::json{0, 0, 1, 0, 0});
  CHECK(tree.at("sum_hessian") == nlohmann::json{60, 10, 50, 20, 30});
  CHECK(tree.at("loss_changes") == nlohmann::json{2.5, 0, 0.125, 0, 0});
  const auto& condition = tree.at("split_conditions");
  CHECK(condition.at(0).get<float>() == std::nextafterf(0.1F, 1));
  CHECK(condition.at(1) == 1.5);
  CHECK(xgboost().predict(text, {3, {0, 0.1F, 0}}) == std::vector<float>{2.1F});
}

TEST_CASE("what float32 cannot hold is a loss, and XGBoost gets its largest number") {
  Ensemble ensemble = small_ensemble();
  ensemble.trees[0].value[1] = 1e300;
  const Exported exported = format_named("xgboost").write(ensemble, {});
  REQUIRE(exported.losses.size() == 1);
  CHECK(exported.losses[0].find("too large for float32") != std::string::npos);
  CHECK(xgboost().predict(exported.text, {3, {0, 1, -4e20F}}) ==
        std::vector<float>{std::numeric_limits<float>::max()});
}

TEST_CASE("an export comes back by import, and what an absent feature is comes with it") {
  for (const bool missing : {false, true}) {
    auto [ensemble, data] = odd_case(4);
    ensemble.absent_is_missing = missing;
    const Imported imported = import_model(written(ensemble), "m.json", {});
    CHECK(imported.first_feature == 0);
    CHECK(imported.ensemble.feature_names == ensemble.feature_names);
    CHECK(imported.ensemble.absent_is_missing == missing);
    REQUIRE(imported.ensemble.trees.size() == ensemble.trees.size());
    CHECK(imported.ensemble.trees[0].leaves() == ensemble.trees[0].leaves());
    CHECK(largest_difference(scores_of(imported.ensemble, data), scores_of(ensemble, data)) <
          float32_error(ensemble));
  }
}

TEST_CASE("a damaged export is an error or another model, and never worse") {
  const std::string text = written(little_ensemble());
  const float row[2] = {1, 0};
  const auto read = [&](const std::string& damaged) {
    format_named("xgboost").read(damaged, "m.json", {})->score(row);
  };
  CHECK(damage(text, 5000, read) > text.size());
  const std::string binary = xgboost().rewritten(text, "ubj");
  CHECK(damage(binary, 5000, read) >= binary.size());
  CHECK(error_of([&] { read("{}"); }).starts_with("m.json: is not an XGBoost model: "));
  CHECK(error_of([&] { read(""); }).starts_with("m.json: "));
}

}  // namespace gbrank::test
