#include <cmath>
#include <functional>
#include <limits>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "exchange/damage.h"
#include "exchange/import.h"
#include "exchange/odd_case.h"
#include "exchange/scores.h"
#include "predict/judged_text.h"
#include "support/error_of.h"
#include "support/lightgbm_library.h"
#include "support/random_letor.h"

namespace gbrank::test {
namespace {

Ensemble imported(const std::string& text, const ImportOptions& options = {}) {
  return import_model(text, "m.txt", options).ensemble;
}

/// A model as LightGBM writes it, of a tree of four leaves and a leaf, with the three ways of
/// missing values:
///   column 1 <= 0.1 (missing is 0) ? (column 2 <= -1e-35 (missing is NaN: left) ? 1 : 2)
///                                  : (column 1 <= 3 (missing is 0 or NaN: left) ? 3 : 4)      0.25
const char* const kFixture =
    "tree\n"
    "version=v3\n"
    "num_class=1\n"
    "num_tree_per_iteration=1\n"
    "label_index=0\n"
    "max_feature_idx=2\n"
    "objective=lambdarank\n"
    "feature_names=Column_0 Column_1 Column_2\n"
    "feature_infos=none [0:8.5] [-1:1]\n"
    "tree_sizes=1 2\n"
    "\n"
    "Tree=0\n"
    "num_leaves=4\n"
    "num_cat=0\n"
    "split_feature=1 2 1\n"
    "split_gain=7.5 3 1e+300\n"
    "threshold=0.10000000000000001 -1.0000000180025095e-35 3.0000000000000004\n"
    "decision_type=0 10 6\n"
    "left_child=1 -1 -3\n"
    "right_child=2 -2 -4\n"
    "leaf_value=1 2 3 4\n"
    "leaf_weight=0.5 0.5 0.5 0.5\n"
    "leaf_count=10 20 30 40\n"
    "internal_value=0 0 0\n"
    "internal_weight=0 0 0\n"
    "internal_count=100 30 70\n"
    "is_linear=0\n"
    "shrinkage=0.1\n"
    "\n"
    "\n"
    "Tree=1\n"
    "num_leaves=1\n"
    "num_cat=0\n"
    "leaf_value=0.25\n"
    "shrinkage=1\n"
    "\n"
    "\n"
    "end of trees\n"
    "\n"
    "feature_importances:\n"
    "Column_1=2\n"
    "\n"
    "parameters:\n"
    "[boosting: gbdt]\n"
    "end of parameters\n";

/// The fixture with the first occurrence of a text replaced by another.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = kFixture;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& from, const std::string& to) {
  const std::string text = changed(from, to);
  return error_of([&] { imported(text); });
}

bool no_lightgbm() {
  if (lightgbm_library().found()) return false;
  MESSAGE("skipped, LightGBM is not here (GBRANK_LIGHTGBM=its library): "
          << lightgbm_library().problem());
  return true;
}

}  // namespace

TEST_CASE("LightGBM's own models are imported and predict as it does") {
  if (no_lightgbm()) return;
  JudgedRows data =
      judged_rows(random_letor({.queries = 30, .features = 8, .missing = 0.1, .values = 500}), 8);
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    if (i % 8 == 3) data.values[i] -= 0.5F;                                  // negative ones
    if (i % 8 == 4) data.values[i] = std::max(data.values[i] - 0.5F, 0.0F);  // zeros
    if (i % 8 < 2 && std::isnan(data.values[i])) data.values[i] = 0;         // none missing
  }
  struct Case {
    std::string objective;
    std::string parameters;
    double error = 0;  // how far scores may be away
  };
  for (const Case& of : {Case{"lambdarank", "min_data_in_leaf=5"},
                         {"rank_xendcg", "num_leaves=15"},
                         {"lambdarank", "use_missing=false"},
                         {"regression", "boost_from_average=true"},
                         {"regression_l1", "boosting=dart drop_rate=0.5"},
                         {"lambdarank", "data_sample_strategy=goss"},
                         {"huber", "boosting=rf bagging_freq=1 bagging_fraction=0.5", 1e-14},
                         {"lambdarank", "min_data_in_leaf=10000 feature_pre_filter=false"}}) {
    CAPTURE(of.objective);
    CAPTURE(of.parameters);
    const std::string text = lightgbm_library().train(
        data, "objective=" + of.objective + " " + of.parameters + " learning_rate=0.3 seed=1", 15);
    const std::vector<double> theirs = lightgbm_library().predict(text, data);
    const auto consumer = format_named("lightgbm").read(text, "m.txt", {});
    CHECK(same_bits(theirs, scores_of(*consumer, data)));

    ImportOptions options;
    options.values = ForeignValues::kFloat32;
    const Imported model = import_model(text, "m.txt", options);
    CHECK(model.format == "lightgbm");
    CHECK(model.first_feature == 0);
    CHECK(model.ensemble.training.objective == "lightgbm:" + of.objective);
    CHECK(model.ensemble.feature_names == default_feature_names(8));
    CHECK(!model.ensemble.absent_is_missing);
    const std::vector<double> scores = scores_of(model.ensemble, data);
    CHECK(largest_difference(scores, theirs) <= of.error);
    const bool constant = largest_difference(scores, std::vector(scores.size(), scores[0])) < 0.1;
    CHECK(constant == (of.parameters == "min_data_in_leaf=10000 feature_pre_filter=false"));
  }
}

TEST_CASE("a model of LightGBM's text scores it as LightGBM does with the same file") {
  if (no_lightgbm()) return;
  const TemporaryFolder folder;
  std::string plain;  // as LightGBM takes it: without qid
  std::string letor;
  for (const LetorRow& row :
       letor_rows(random_letor({.queries = 40, .features = 6, .values = 4}))) {
    std::string features;
    for (const auto& [index, value] : row.values) {
      if (value != 0) features += fmt::format(" {}:{}", index, value - 0.5F);
    }
    plain += fmt::format("{}{}\n", row.label, features);
    letor += fmt::format("{} qid:{}{}\n", row.label, row.query, features);
  }
  const std::string path = folder.write("train.txt", plain);
  const std::string text =
      lightgbm_library().train_file(path, "objective=regression min_data_in_leaf=5", 15);
  lightgbm_library().predict_file(text, path, folder.path("scores.txt"));
  std::vector<double> theirs;
  for (const auto& line : table(read_file(folder.path("scores.txt")))) {
    theirs.push_back(std::stod(line[0]));
  }
  const Imported model = import_model(text, "m.txt", {});
  CHECK(model.first_feature == 1);
  CHECK(model.ensemble.features() == 6);
  const std::vector<double> scores = JudgedText(letor, "l", false, 1).score(model.ensemble, 1);
  CHECK(scores == theirs);
  const std::vector<double> others =
      JudgedText(letor, "l", false, 1).score(imported(text, {"", 0, {}}), 1);
  CHECK(largest_difference(scores, others) > 0.01);
}

TEST_CASE("models in which 0 is missing are imported where gbrank can say it") {
  if (no_lightgbm()) return;
  JudgedRows data = judged_rows(random_letor({.queries = 30, .features = 4, .values = 3}), 4);
  for (float& value : data.values) value = value == 0 ? -1 : value < 0.5F ? 0 : 1;
  const std::string text = lightgbm_library().train(
      data, "objective=regression zero_as_missing=true min_data_in_leaf=5", 5);
  const std::string kinds = text.substr(text.find("decision_type="), 17);
  CAPTURE(kinds);
  CHECK((kinds[14] == '4' || kinds[14] == '6'));
  CHECK(same_bits(lightgbm_library().predict(text, data), scores_of(imported(text), data)));
}

TEST_CASE("thresholds are rounded as the values of text are, or compare float32 values exactly") {
  // LightGBM writes such a threshold where the largest value on the left is 0.6751; 0.6751F is
  // above.
  const auto threshold = [](const std::string& text, std::optional<ForeignValues> values) {
    ImportOptions options;
    options.values = values;
    return imported(changed("threshold=0.10000000000000001", "threshold=" + text), options)
        .trees[0]
        .threshold[0];
  };
  const std::string just_above = "0.67510000000000014";
  REQUIRE(static_cast<double>(0.6751F) > 0.67510000000000014);
  CHECK(threshold(just_above, {}) == 0.6751F);
  CHECK(threshold(just_above, ForeignValues::kDouble) == 0.6751F);
  CHECK(threshold(just_above, ForeignValues::kFloat32) == std::nextafterf(0.6751F, 0));
  // 0 is above the smallest negative number, which is nearest to 0 among the float32 ones.
  CHECK(threshold("-1e-300", {}) < 0);
  CHECK(threshold("1e300", {}) == std::numeric_limits<float>::max());
}

TEST_CASE("a model's parts are where they belong") {
  const Imported model = import_model(kFixture, "m.txt", {});
  CHECK(model.first_feature == 1);  // column 0 was the same in every row
  const Ensemble& ensemble = model.ensemble;
  CHECK(ensemble.base_score == 0);
  CHECK(ensemble.feature_names == std::vector<std::string>{"f1", "f2"});
  CHECK(ensemble.training.objective == "lightgbm:lambdarank");
  CHECK(!ensemble.absent_is_missing);
  REQUIRE(ensemble.trees.size() == 2);
  Tree tree;
  tree.feature = {0, 1, 0};
  tree.threshold = {0.1F, -1e-35F, 3};
  tree.missing_left = {1, 1, 1};
  tree.left = {1, ~0, ~2};
  tree.right = {2, ~1, ~3};
  tree.gain = {7.5, 3, 1e300};
  tree.value = {1, 2, 3, 4};
  tree.documents = {10, 20, 30, 40};
  CHECK(ensemble.trees[0] == tree);
  CHECK(ensemble.trees[1].value == std::vector<double>{0.25});
  CHECK(ensemble.trees[1].documents == std::vector<std::uint32_t>{0});
}

TEST_CASE("which column is LETOR's first follows from names and ranges") {
  const auto first = [](const std::string& text) {
    return import_model(text, "m.txt", {}).first_feature;
  };
  CHECK(first(changed("=none", "=[0:1]")) == 0);
  CHECK(first(changed("feature_infos=none [0:8.5] [-1:1]\n", "")) == 1);
  const Imported named = import_model(changed("Column_2", "price"), "m.txt", {});
  CHECK(named.first_feature == 0);
  CHECK(named.ensemble.feature_names == std::vector<std::string>{"Column_0", "Column_1", "price"});
  const ImportOptions one{"lightgbm", 1, {}};
  CHECK(imported(changed("Column_2", "price"), one).feature_names ==
        std::vector<std::string>{"Column_1", "price"});
  const std::string split = changed("split_feature=1 2", "split_feature=1 0");
  CHECK(error_of([&] { imported(split, one); }) ==
        "m.txt: tree 0 splits on column 0, which is no feature where LETOR's index 1 is column 1");
}

TEST_CASE("an average of trees is divided out") {
  const Ensemble ensemble = imported(changed("feature_names=", "average_output\nfeature_names="));
  CHECK(ensemble.trees[0].value == std::vector<double>{0.5, 1, 1.5, 2});
  CHECK(ensemble.trees[1].value == std::vector<double>{0.125});
}

TEST_CASE("where missing values go follows the kind of missing") {
  // The root's threshold and decision, and where NaN, 0, -1, and 1 go: its left or right side.
  struct Case {
    const char* threshold;
    int decision;
    std::string sides;
  };
  constexpr int kDefaultLeft = 2;
  constexpr int kZero = 4;
  constexpr int kNan = 8;
  for (const Case& of : {Case{"0.5", 0, "LLLR"},
                         {"-0.5", 0, "RRLR"},
                         {"0.5", kDefaultLeft, "LLLR"},  // without a kind, the default says nothing
                         {"-0.5", kDefaultLeft, "RRLR"},
                         {"0.5", kNan, "RLLR"},
                         {"-0.5", kNan + kDefaultLeft, "LRLR"},
                         {"0.5", kZero + kDefaultLeft, "LLLR"},
                         {"-0.5", kZero, "RRLR"},
                         {"1.0000000180025095e-35", kZero, "RRLR"},
                         {"1.0000000180025095e-35", kZero + kDefaultLeft, "LLLR"},
                         {"-1.0000000180025095e-35", kZero, "RRLR"},
                         {"-1.0000000180025095e-35", kZero + kDefaultLeft, "LLLR"},
                         {"0", kZero, "RRLR"},
                         {"-0.0", kZero + kDefaultLeft, "LLLR"}}) {
    CAPTURE(of.threshold);
    CAPTURE(of.decision);
    std::string text =
        changed("threshold=0.10000000000000001", std::string("threshold=") + of.threshold);
    text.replace(text.find("decision_type=0"), 15, fmt::format("decision_type={}", of.decision));
    JudgedRows data{3, {}};
    for (const float value : {std::nanf(""), 0.0F, -1.0F, 1.0F, -1e-35F, 1e-35F}) {
      data.values.insert(data.values.end(), {0, value, 1});
    }
    const std::vector<double> scores = scores_of(imported(text, {"", 0, {}}), data);
    std::string got;
    for (const double score : scores) got += score > 3 ? "R" : "L";
    CHECK(got == of.sides + std::string(2, of.sides[1]));  // so near to 0 is 0
    CHECK(scores == scores_of(*format_named("lightgbm").read(text, "m.txt", {}), data));
    if (lightgbm_library().found()) {
      const std::string sized = text.erase(text.find("tree_sizes"), 15);
      CHECK(scores == lightgbm_library().predict(sized, data));
    }
  }
}

TEST_CASE("a split that sends 0 aside of the values about it is refused") {
  for (const char* side : {"left", "right"}) {
    const bool left = side == std::string("left");
    std::string text =
        changed("threshold=0.10000000000000001", left ? "threshold=-0.5" : "threshold=0.5");
    text.replace(text.find("decision_type=0"), 15, left ? "decision_type=6" : "decision_type=4");
    CHECK(error_of([&] { imported(text); }) ==
          fmt::format("m.txt: tree 0 has a node 0 that takes 0 for missing and sends it to the {}, "
                      "while {} is the threshold; only models that were trained without "
                      "zero_as_missing can always be imported",
                      side, left ? "-0.5" : "0.5"));
  }
}

TEST_CASE("thresholds beyond float32 send all values to one side") {
  for (const char* threshold : {"1e300", "inf", "-1e300", "-inf", "3.4028234663852886e+38"}) {
    CAPTURE(threshold);
    const std::string text =
        changed("threshold=0.10000000000000001", std::string("threshold=") + threshold);
    const float most = std::numeric_limits<float>::max();
    const JudgedRows data{3, {0, most, 1, 0, 0, 1, 0, -most, 1, 0, std::nanf(""), 1}};
    const std::vector<double> scores = scores_of(imported(text, {"", 0, {}}), data);
    CHECK(scores == scores_of(*format_named("lightgbm").read(text, "m.txt", {}), data));
    CHECK(scores[1] == (threshold[0] == '-' ? 3.25 : 2.25));
  }
}

TEST_CASE("what gbrank has no words for is refused, with its place") {
  CHECK(refusal("objective=lambdarank", "objective=binary sigmoid:1")
            .starts_with("m.txt: has the objective binary sigmoid:1, whose predictions are not"));
  CHECK(refusal("objective=lambdarank", "objective=regression sqrt").starts_with("m.txt: has the"));
  CHECK(imported(changed("objective=lambdarank\n", "")).training.objective == "lightgbm:custom");
  CHECK(refusal("num_class=1", "num_class=3") ==
        "m.txt: has num_class 3; only one output is supported");
  CHECK(refusal("num_tree_per_iteration=1", "num_tree_per_iteration=2") ==
        "m.txt: has num_tree_per_iteration 2; only one output is supported");
  CHECK(refusal("version=v3", "version=v2") == "m.txt: is of version v2; v3 and v4 are supported");
  CHECK(refusal("decision_type=0", "decision_type=1") ==
        "m.txt: tree 0 has a categorical split at node 0; only numbers are supported");
  CHECK(refusal("decision_type=0", "decision_type=12") ==
        "m.txt: tree 0 has a node 0 with decision_type 12");
  CHECK(refusal("is_linear=0", "is_linear=1") ==
        "m.txt: tree 0 is linear in its leaves, which is not supported");
  CHECK(refusal("max_feature_idx=2", "max_feature_idx=3") ==
        "m.txt: has 3 feature names, expected 4");
  CHECK(refusal("split_feature=1", "split_feature=3") ==
        "m.txt: tree 0 has a node 0 that splits on feature 3 of 3");
  CHECK(refusal("left_child=1", "left_child=0") ==
        "m.txt: tree 0 has a node 0 whose child is out of range or reached twice");
  CHECK(refusal("left_child=1", "left_child=3") ==
        "m.txt: tree 0 has a node 0 whose child is out of range or reached twice");
  CHECK(refusal("left_child=1", "left_child=-2147483648") ==
        "m.txt: tree 0 has a node 0 whose child is out of range or reached twice");
  CHECK(refusal("right_child=2 -2", "right_child=2 -1") ==
        "m.txt: tree 0 has a node 1 whose child is out of range or reached twice");
  CHECK(refusal("num_leaves=4", "num_leaves=9999999999999") ==
        "m.txt: tree 0 has leaf_value with 4 entries, expected 9999999999999");
  CHECK(refusal("num_leaves=1", "num_leaves=0") == "m.txt: tree 1 has no leaf");
  CHECK(refusal("leaf_value=1 2", "leaf_value=1 x") ==
        "m.txt: tree 0 has 'x' in leaf_value, expected a number");
  CHECK(refusal("leaf_value=1 2", "leaf_value=1 nan") ==
        "m.txt: tree 0 has a leaf value that is not finite");
  CHECK(refusal("leaf_value=1 2", "leaf=1 2") == "m.txt: tree 0 has no leaf_value");
  CHECK(refusal("end of trees", "the end") ==
        "m.txt: has 'the end' after 2 trees, expected Tree=2 or 'end of trees'");
  CHECK(refusal("tree\n", "trees\n").starts_with("m.txt: is no model that can be imported"));
  const std::string cut =
      std::string(kFixture).substr(0, std::string(kFixture).find("end of trees"));
  CHECK(error_of([&] { imported(cut); }) == "m.txt: ends after 2 trees, expected 'end of trees'");
}

TEST_CASE("lines may end as Windows ends them") {
  std::string text;
  for (const char c : std::string(kFixture))
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(imported(text) == imported(kFixture));
}

TEST_CASE("a damaged model is an error or another model, and never worse") {
  const std::string text = kFixture;
  const std::size_t trees_end = text.find("end of trees") + 12;
  const auto read = [](const std::string& damaged) {
    for (const char* format : {"", "lightgbm"}) import_model(damaged, "m.txt", {format, {}, {}});
  };
  CHECK(damage(text.substr(0, trees_end), 5000, read) > trees_end);
}

}  // namespace gbrank::test
