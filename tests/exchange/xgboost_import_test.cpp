#include <algorithm>
#include <limits>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exchange/damage.h"
#include "exchange/import.h"
#include "exchange/odd_case.h"
#include "exchange/scores.h"
#include "predict/judged_text.h"
#include "support/error_of.h"
#include "support/random_letor.h"
#include "support/xgboost_library.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;
using Settings = XgboostLibrary::Settings;

const XgboostLibrary& xgboost() {
  REQUIRE_MESSAGE(xgboost_library().found(), xgboost_library().problem()
                                                 << "; Debian's package libxgboost0 has it");
  return xgboost_library();
}

Ensemble imported(const std::string& text, const ImportOptions& options = {}) {
  return import_model(text, "m.json", options).ensemble;
}

JudgedRows training_rows() {
  return judged_rows(random_letor({.queries = 30, .features = 8, .missing = 0.2, .values = 500}),
                     8);
}

/// A model as XGBoost 1.7 writes it, of a tree of three leaves and a leaf:
///   column 1 < 0.5 (missing: right) ? 1 : (column 2 < -3 (missing: left) ? 2 : 4)     0.25
Json fixture() {
  return Json::parse(R"({"learner":{"attributes":{},"feature_names":[],"feature_types":[],
    "gradient_booster":{"model":{"gbtree_model_param":{"num_parallel_tree":"1","num_trees":"2",
      "size_leaf_vector":"0"},"tree_info":[0,0],"trees":[
      {"base_weights":[0.1,1.0,0.2,2.0,4.0],"categories":[],"categories_nodes":[],
       "categories_segments":[],"categories_sizes":[],"default_left":[0,0,1,0,0],"id":0,
       "left_children":[1,-1,3,-1,-1],"loss_changes":[7.5,0.0,2.5,0.0,0.0],
       "parents":[2147483647,0,0,2,2],"right_children":[2,-1,4,-1,-1],
       "split_conditions":[0.5,1.0,-3.0,2.0,4.0],"split_indices":[1,0,2,0,0],
       "split_type":[0,0,0,0,0],"sum_hessian":[10.5,4.4,6.1,3.5,2.6],
       "tree_param":{"num_deleted":"0","num_feature":"3","num_nodes":"5","size_leaf_vector":"0"}},
      {"base_weights":[0.25],"categories":[],"categories_nodes":[],"categories_segments":[],
       "categories_sizes":[],"default_left":[0],"id":1,"left_children":[-1],"loss_changes":[0.0],
       "parents":[2147483647],"right_children":[-1],"split_conditions":[0.25],"split_indices":[0],
       "split_type":[0],"sum_hessian":[10.5],
       "tree_param":{"num_deleted":"0","num_feature":"3","num_nodes":"1","size_leaf_vector":"0"}}]},
      "name":"gbtree"},
    "learner_model_param":{"base_score":"5E-1","boost_from_average":"1","num_class":"0",
      "num_feature":"3","num_target":"1"},
    "objective":{"lambda_rank_param":{"fix_list_weight":"0","num_pairsample":"1"},
      "name":"rank:pairwise"}},"version":[1,7,4]})");
}

Json& tree_of(Json& model, std::size_t t = 0) {
  return model["learner"]["gradient_booster"]["model"]["trees"][t];
}

/// The message after a change of the fixture.
std::string refusal(const std::function<void(Json&)>& change) {
  Json model = fixture();
  change(model);
  return error_of([&] { imported(model.dump()); });
}

}  // namespace

TEST_CASE("XGBoost's own models are imported and predict as it does") {
  const JudgedRows data = training_rows();
  struct Case {
    Settings settings;
    std::string format;
  };
  for (const Case& of :
       {Case{{{"objective", "rank:ndcg"}, {"max_depth", "4"}}, "json"},
        {{{"objective", "rank:pairwise"}, {"tree_method", "hist"}, {"max_leaves", "9"}}, "ubj"},
        {{{"objective", "rank:pairwise"}, {"gamma", "5"}, {"updater", "grow_colmaker,prune"}},
         "json"},
        {{{"objective", "reg:squarederror"}, {"base_score", "-2.625"}}, "json"},
        {{{"objective", "rank:ndcg"}, {"num_parallel_tree", "3"}, {"subsample", "0.5"}}, "ubj"},
        {{{"objective", "rank:ndcg"}, {"booster", "dart"}, {"rate_drop", "0.5"}}, "json"}}) {
    const std::string objective = of.settings[0].second;
    CAPTURE(objective);
    CAPTURE(of.settings[1].first);
    Settings all = of.settings;
    all.insert(all.end(), {{"eta", "0.3"}, {"seed", "1"}, {"nthread", "1"}});
    const std::string text = xgboost().train(data, all, 15, of.format);
    if (of.settings[1].first == "gamma") {  // nodes that were pruned stay in the file
      Json model = Json::parse(text);
      std::size_t pruned = 0;
      for (std::size_t t = 0; t < 15; ++t) {
        pruned += tree_of(model, t).at("tree_param").at("num_deleted") != "0" ? 1 : 0;
      }
      CHECK(pruned > 0);
    }
    const std::vector<float> predicted = xgboost().predict(text, data);
    const std::vector<double> theirs(predicted.begin(), predicted.end());

    const auto consumer = format_named("xgboost").read(text, "m.json", {});
    CHECK(same_bits(predicted, scores_of(*consumer, data)));

    const Imported model = import_model(text, "m.json", {});
    CHECK(model.format == "xgboost");
    CHECK(model.first_feature == 0);
    const Ensemble& ensemble = model.ensemble;
    CHECK(ensemble.training.objective == "xgboost:" + objective);
    CHECK(ensemble.feature_names == default_feature_names(8));
    CHECK(ensemble.absent_is_missing);
    CHECK(feature_importance(ensemble)[0].gain > 0);
    const std::vector<double> scores = scores_of(ensemble, data);
    CHECK(largest_difference(scores, theirs) < float32_error(ensemble));
    CHECK(largest_difference(scores, std::vector<double>(scores.size(), scores[0])) > 0.1);
  }
}

TEST_CASE("a model of LETOR text scores LETOR text as XGBoost does with the same file") {
  // Zeros are left out, and some features of the last column are in no row of the second file.
  const TemporaryFolder folder;
  std::string train;
  for (LetorRow& row : letor_rows(random_letor({.queries = 40, .features = 6, .values = 4}))) {
    train += fmt::format("{} qid:{}", row.label, row.query);
    for (const auto& [index, value] : row.values) {
      if (value != 0) train += fmt::format(" {}:{}", index, value);
    }
    train += "\n";
  }
  const std::string path = folder.write("train.txt", train);
  const std::string text = xgboost().train_file(
      path, {{"objective", "rank:pairwise"}, {"eta", "0.3"}, {"nthread", "1"}}, 15);
  const std::vector<float> predicted = xgboost().predict_file(text, path);
  const Imported model = import_model(text, "m.json", {});
  CHECK(model.first_feature == 1);
  CHECK(model.ensemble.features() == 6);
  const std::vector<double> scores =
      JudgedText(train, "train.txt", false, 1).score(model.ensemble, 1);
  CHECK(largest_difference(scores, {predicted.begin(), predicted.end()}) <
        float32_error(model.ensemble));

  // With zeros in the place of what is absent, or another column, it is another model.
  for (const ImportOptions& wrong : {ImportOptions{"", 1, false}, ImportOptions{"", 0, true}}) {
    const std::vector<double> others =
        JudgedText(train, "train.txt", false, 1).score(imported(text, wrong), 1);
    CHECK(largest_difference(scores, others) > 0.01);
  }
}

TEST_CASE("a model's parts are where they belong") {
  const Imported model = import_model(fixture().dump(), "m.json", {});
  CHECK(model.first_feature == 1);  // nothing splits on column 0
  const Ensemble& ensemble = model.ensemble;
  CHECK(ensemble.base_score == 0.5);
  CHECK(ensemble.feature_names == std::vector<std::string>{"f1", "f2"});
  CHECK(ensemble.training.objective == "xgboost:rank:pairwise");
  REQUIRE(ensemble.trees.size() == 2);
  Tree tree;
  tree.feature = {0, 1};
  tree.threshold = {std::nextafterf(0.5F, 0), std::nextafterf(-3, -4)};
  tree.missing_left = {0, 1};
  tree.left = {~0, ~1};
  tree.right = {1, ~2};
  tree.gain = {7.5, 2.5};
  tree.value = {1, 2, 4};
  tree.documents = {4, 4, 3};
  CHECK(ensemble.trees[0] == tree);
  CHECK(ensemble.trees[1].value == std::vector<double>{0.25});
  CHECK(imported(fixture().dump(), {"xgboost", 0, {}}).features() == 3);
}

TEST_CASE("base scores of all versions, weights of DART and names are taken") {
  const auto change = [](const std::function<void(Json&)>& apply) {
    Json model = fixture();
    apply(model["learner"]);
    return import_model(model.dump(), "m.json", {});
  };
  CHECK(change([](Json& m) {
          m["learner_model_param"]["base_score"] = "[-1.5E0]";
        }).ensemble.base_score == -1.5);
  CHECK(change([](Json& m) {
          m["learner_model_param"].erase("num_target");
        }).ensemble.trees.size() == 2);
  const auto dart = [](Json& m) {
    Json& booster = m["gradient_booster"];
    booster = {{"name", "dart"}, {"gbtree", booster}, {"weight_drop", {0.1, 2.0}}};
  };
  const auto in_gbtree = [](Json& m) {
    m["gradient_booster"]["model"]["weight_drop"] = {0.1, 2.0};
  };
  for (const std::function<void(Json&)>& apply : {std::function<void(Json&)>(dart), {in_gbtree}}) {
    const Ensemble ensemble = change(apply).ensemble;
    CHECK(ensemble.trees[0].value == std::vector<double>{static_cast<double>(0.1F),
                                                         static_cast<double>(2 * 0.1F),
                                                         static_cast<double>(4 * 0.1F)});
    CHECK(ensemble.trees[1].value == std::vector<double>{0.5});
  }
  const Imported named = change([](Json& m) { m["feature_names"] = {"a", "b", "b"}; });
  CHECK(named.first_feature == 0);
  CHECK(named.ensemble.feature_names == std::vector<std::string>{"a", "b", "b_3"});
  const Imported misnamed = change([](Json& m) { m["feature_names"] = {"a", "b"}; });
  CHECK(misnamed.ensemble.feature_names == std::vector<std::string>{"f1", "f2"});
}

TEST_CASE("a condition at an end of float32 sends all values to one side") {
  Json model = fixture();
  const float most = std::numeric_limits<float>::max();
  JudgedRows data{3, {}};
  for (const float value : {-most, -1.0F, 0.0F, 1.0F, most, std::nanf("")}) {
    data.values.insert(data.values.end(), {value, value, value});
  }
  for (const char* condition : {"Infinity", "1e39", "-Infinity", "-3.4028235e38", "3.4028235e38"}) {
    CAPTURE(condition);
    tree_of(model)["split_conditions"][0] = "here";
    std::string text = model.dump();
    text.replace(text.find("\"here\""), 6, condition);
    const std::vector<float> theirs = xgboost().predict(text, data);
    CHECK(scores_of(imported(text, {"", 0, {}}), data) ==
          std::vector<double>(theirs.begin(), theirs.end()));
  }
}

TEST_CASE("what gbrank has no words for is refused, with its place") {
  const auto learner = [](const std::function<void(Json&)>& change) {
    return refusal([&](Json& model) { change(model["learner"]); });
  };
  CHECK(learner([](Json& m) {
          m["objective"]["name"] = "binary:logistic";
        }).starts_with("m.json: has the objective binary:logistic, whose predictions are not"));
  CHECK(learner([](Json& m) { m["gradient_booster"]["name"] = "gblinear"; }) ==
        "m.json: has the booster gblinear; only gbtree and dart are supported");
  CHECK(learner([](Json& m) { m["learner_model_param"]["num_class"] = "3"; }) ==
        "m.json: has num_class 3; only one output is supported");
  CHECK(learner([](Json& m) { m["learner_model_param"]["num_target"] = "2"; }) ==
        "m.json: has num_target 2; only one output is supported");
  CHECK(learner([](Json& m) {
          m["learner_model_param"]["base_score"] = "[1E0,2E0]";
        }).starts_with("m.json: has several base scores"));
  CHECK(learner([](Json& m) { m["learner_model_param"]["base_score"] = "many"; }) ==
        "m.json: has base_score 'many', expected a number");
  CHECK(learner([](Json& m) { m["learner_model_param"]["num_feature"] = "9999999999"; }) ==
        "m.json: has 9999999999 features, at most 1048576 are supported");
  CHECK(learner([](Json& m) {
          m["gradient_booster"]["model"]["tree_info"] = {0, 1};
        }) == "m.json: has several outputs; only one is supported");
  CHECK(learner([](Json& m) { m["gradient_booster"]["model"]["weight_drop"] = {1.0}; }) ==
        "m.json: has weight_drop with 1 entries, expected 2");
  CHECK(learner([](Json& m) {
          m.erase("objective");
        }).starts_with("m.json: is not an XGBoost model: "));

  const auto tree = [](const std::function<void(Json&)>& change) {
    return refusal([&](Json& model) { change(tree_of(model)); });
  };
  CHECK(tree([](Json& t) { t["split_type"][2] = 1; }) ==
        "m.json: tree 0 has a categorical split at node 2; only numbers are supported");
  CHECK(tree([](Json& t) { t["tree_param"]["size_leaf_vector"] = "2"; }) ==
        "m.json: tree 0 has leaves of several values; only one output is supported");
  CHECK(tree([](Json& t) { t["left_children"][2] = 0, t["right_children"][2] = 1; }) ==
        "m.json: tree 0 has a node 2 whose child is out of range or reached twice");
  CHECK(tree([](Json& t) { t["left_children"][2] = 9, t["right_children"][2] = 10; }) ==
        "m.json: tree 0 has a node 2 whose child is out of range or reached twice");
  CHECK(
      tree([](Json& t) { t["right_children"][0] = 3; }) ==
      "m.json: tree 0 has a node 0 with the children 1 and 3, which XGBoost expects side by side");
  CHECK(tree([](Json& t) { t["split_indices"][0] = 4294967296; }) ==
        "m.json: tree 0 has a node 0 that splits on none of the first 1048576 features");
  CHECK(tree([](Json& t) { t["left_children"][0] = -7; }) ==
        "m.json: tree 0 has left_children -7 at 0");
  CHECK(tree([](Json& t) { t["left_children"][0] = 18446744073709551615U; }) ==
        "m.json: tree 0 has left_children 18446744073709551615 at 0");
  CHECK(tree([](Json& t) { t["default_left"] = {1}; }) ==
        "m.json: tree 0 has default_left with 1 entries, expected 5");
  CHECK(tree([](Json& t) { t["split_conditions"][1] = nullptr; }) ==
        "m.json: tree 0 has a leaf value that is not finite");
  CHECK(tree([](Json& t) { t["split_conditions"][1] = "x"; }) ==
        "m.json: tree 0 has split_conditions \"x\" at 1");
  CHECK(error_of([] { imported(fixture().dump(), {"", 1, {}}); }) == "no error");
  CHECK(tree([](Json& t) { t["id"] = 1; }) == "m.json: has tree 0 out of order");
  Json model = fixture();
  tree_of(model)["split_indices"][2] = 0;
  CHECK(import_model(model.dump(), "m.json", {}).first_feature == 0);
  CHECK(error_of([&] {
          imported(model.dump(), {"", 1, {}});
        }) ==
        "m.json: tree 0 splits on column 0, which is no feature where LETOR's index 1 is column 1");
}

TEST_CASE("nodes that XGBoost pruned and left in the file are passed over") {
  Json model = fixture();
  Json& tree = tree_of(model);
  // Node 0 became a leaf; the others are what is left of its branches.
  tree["left_children"][0] = tree["right_children"][0] = -1;
  tree["split_conditions"][0] = 7.5;
  tree["split_indices"] = {0, 4294967295, 4294967295, 4294967295, 4294967295};
  CHECK(imported(model.dump()).trees[0].value == std::vector<double>{7.5});
}

TEST_CASE("a damaged model is an error or another model, and never worse") {
  const std::string text = fixture().dump();
  const auto read = [](const std::string& damaged) {
    for (const char* format : {"", "xgboost"}) import_model(damaged, "m.json", {format, {}, {}});
  };
  CHECK(damage(text, 5000, read) > text.size());
  CHECK(error_of([&] { read("[]"); }).starts_with("m.json: is no model that can be imported"));
}

}  // namespace gbrank::test
