#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "exchange/export_checks.h"
#include "exchange/strict_tree.h"
#include "support/small_ensemble.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

const float kNan = std::numeric_limits<float>::quiet_NaN();

const ExchangeFormat& dump() { return format_named("xgboost-dump"); }

std::unique_ptr<Consumer> read(const std::string& text) {
  const std::vector<std::string> names = {"bm25", "price", "a \"b\""};
  return dump().read(text, "m.json", names);
}

std::string error(const std::string& text) {
  return error_of([&] { read(text); });
}

/// As XGBoost itself dumps trees.
const std::string kByXgboost =
    R"([  { "nodeid": 0, "depth": 0, "split": "price", "split_condition": 11.2009, "yes": 1, "no": 2, "missing": 1, "children": [
    { "nodeid": 1, "leaf": -0.25 },
    { "nodeid": 2, "depth": 1, "split": "bm25", "split_condition": 2, "yes": 5, "no": 6, "missing": 6, "children": [
      { "nodeid": 5, "leaf": 0.5 },
      { "nodeid": 6, "leaf": 1 }
    ]}
  ]},
  { "nodeid": 0, "leaf": 0.1 }])";

}  // namespace

TEST_CASE("xgboost-dump: a model as XGBoost dumps it scores as computed by hand") {
  const auto model = read(kByXgboost);
  const auto score = [&](float bm25, float price) {
    return model->score(std::vector<float>{bm25, price, 0});
  };
  const auto sum = [](float leaf) { return static_cast<double>(leaf + 0.1F); };
  const float below = std::nextafterf(11.2009F, 0);
  CHECK(score(0, below) == sum(-0.25F));
  CHECK(score(std::nextafterf(2, 0), 11.2009F) == sum(0.5F));
  CHECK(score(2, 11.2009F) == sum(1));
  CHECK(score(0, kNan) == sum(-0.25F));
  CHECK(score(kNan, 12) == sum(1));
}

TEST_CASE(
    "xgboost-dump: the file of a small model, which needs the next float32 above thresholds") {
  const Ensemble ensemble = small_ensemble();
  const Exported exported = dump().write(ensemble, {.shift = 0.5});
  CHECK(exported.losses.empty());
  const Json json = Json::parse(exported.text);
  const double above = static_cast<double>(std::nextafterf(0.1F, 1));
  const double above_other = static_cast<double>(std::nextafterf(-3e20F, 0));
  const Json expected = {
      {{"nodeid", 0},
       {"depth", 0},
       {"split", "b \"quoted\" \\"},
       {"split_condition", above},
       {"yes", 2},
       {"no", 1},
       {"missing", 1},
       {"children",
        {{{"nodeid", 2}, {"leaf", 1.5}},
         {{"nodeid", 1},
          {"depth", 1},
          {"split", "c"},
          {"split_condition", above_other},
          {"yes", 3},
          {"no", 4},
          {"missing", 3},
          {"children", {{{"nodeid", 3}, {"leaf", -0.25}}, {{"nodeid", 4}, {"leaf", 1e-300}}}}}}}},
      {{"nodeid", 0}, {"leaf", 0.5}},
      {{"nodeid", 0}, {"leaf", 0.6}}};
  CHECK(json == expected);
  // Vespa takes the file for a model of XGBoost when its first line begins so.
  CHECK(exported.text.starts_with("["));
}

TEST_CASE("xgboost-dump: random ensembles keep every score, with any way of missing values") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Ensemble ensemble = random_ensemble({.seed = seed});
    CHECK(dump().write(ensemble, {}).losses.empty());
    const auto consumer = read_back(dump(), ensemble);
    for (const std::vector<float>& row : awkward_rows(ensemble, 300, seed)) {
      CHECK(consumer->score(row) == float_score(ensemble, row));
    }
  }
}

TEST_CASE("xgboost-dump: a reader that keeps doubles, as Vespa does, takes the same way") {
  // Walked with doubles and `<`, as Vespa's ranking expressions compare.
  const auto walk = [](const Json& root, const Ensemble& ensemble, const std::vector<float>& row) {
    const Json* node = &root;
    while (!node->contains("leaf")) {
      const auto name =
          std::ranges::find(ensemble.feature_names, node->at("split").get<std::string>());
      const auto value =
          static_cast<double>(row[static_cast<std::size_t>(name - ensemble.feature_names.begin())]);
      const std::string side = std::isnan(value)                                   ? "missing"
                               : value < node->at("split_condition").get<double>() ? "yes"
                                                                                   : "no";
      const Json& children = node->at("children");
      node = &children[children[0].at("nodeid") == node->at(side) ? 0 : 1];
    }
    return node->at("leaf").get<double>();
  };
  const Ensemble ensemble = random_ensemble({.seed = 99});
  const Json trees = Json::parse(dump().write(ensemble, {}).text);
  std::vector<std::uint32_t> leaves(ensemble.trees.size());
  for (const std::vector<float>& row : awkward_rows(ensemble, 300, 99)) {
    Predictor(ensemble).leaves(row, leaves);
    for (std::size_t t = 0; t < leaves.size(); ++t) {
      CHECK(walk(trees[t], ensemble, row) == ensemble.trees[t].value[leaves[t]]);
    }
  }
}

TEST_CASE("a strict tree sends every finite value, and missing ones, to the same leaves") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Ensemble ensemble = random_ensemble({.trees = 1, .leaves = 40, .seed = seed});
    const Tree strict = strict_tree(ensemble.trees[0]);
    for (const float threshold : strict.threshold) CHECK(std::isfinite(threshold));
    for (const std::vector<float>& row : awkward_rows(ensemble, 300, seed)) {
      std::uint32_t expected = 0;
      Predictor(ensemble).leaves(row, {&expected, 1});
      std::int32_t at = strict.nodes() == 0 ? ~0 : 0;
      while (at >= 0) {
        const auto node = static_cast<std::size_t>(at);
        const float value = row[strict.feature[node]];
        const bool left =
            std::isnan(value) ? strict.missing_left[node] != 0 : value < strict.threshold[node];
        at = left ? strict.left[node] : strict.right[node];
      }
      CHECK(~at == static_cast<std::int32_t>(expected));
    }
  }
}

TEST_CASE("xgboost-dump: features are known by name, so two of one name are an error if used") {
  Ensemble ensemble = small_ensemble();
  const auto write = [&] { return error_of([&] { dump().write(ensemble, {}); }); };
  ensemble.feature_names = {"c", "b", "c"};
  CHECK(
      write() ==
      "features 1 and 3 are both named \"c\"; xgboost-dump knows features by their names, so they "
      "must differ");
  ensemble.feature_names = {"a", "b", "c", "b"};
  CHECK(write().starts_with("features 2 and 4 are both named \"b\"; "));
  ensemble.feature_names = {"a", "b", "c", "d", "d"};
  CHECK(write() == "no error");
  for (const std::string name : {"\u00e4 \u20ac \U0001f600", "tab\there", "null\0byte", ""}) {
    ensemble.feature_names = {"a", "b", name};
    CHECK(read_back(dump(), ensemble)->score(std::vector<float>{0, 1, kNan}) ==
          static_cast<double>(-0.25F + 0.5F + 0.1F));
  }
}

TEST_CASE("xgboost-dump: what Elasticsearch LTR refuses is an error with the tree's number") {
  CHECK(error(kByXgboost) == "no error");
  CHECK(error("[]") == "m.json: is not an array of trees");
  CHECK(error("{}") == "m.json: is not an array of trees");
  CHECK(error("[1]") == "m.json: is not an array of trees");
  CHECK(error("[{\"nodeid\":0,\"leaf\":1},2]") == "m.json: is not an array of trees");
  CHECK(error("[{\"nodeid\":0,\"leaf\":1}").starts_with("m.json: is not JSON: "));
  CHECK(error("[{\"nodeid\":0,\"leaf\":1},{\"leaf\":1}]") ==
        "m.json: tree 1: found an object without nodeid");
  CHECK(error("[{\"nodeid\":0,\"leaf\":\"x\"}]") == "m.json: tree 0: leaf is not a number");
  CHECK(error("[{\"nodeid\":0,\"leaf\":1e39}]") ==
        "m.json: tree 0: leaf is 1e+39, too large for float32");
  CHECK(error("[{\"nodeid\":0,\"leaf\":1,\"gain\":2}]") ==
        "m.json: tree 0: found \"gain\", expected nodeid, depth, split, split_condition, yes, no, "
        "missing, leaf, children");
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = kByXgboost;
    text.replace(text.find(from), from.size(), to);
    return error(text);
  };
  CHECK(changed("price", "cost") ==
        "m.json: tree 0: splits on \"cost\", which is not a known feature");
  CHECK(changed("\"missing\": 1, ", "") == "m.json: tree 0: found an object without missing");
  CHECK(changed("\"missing\": 1", "\"missing\": 7") ==
        "m.json: tree 0: missing is neither yes nor no");
  CHECK(changed("\"yes\": 1, \"no\": 2", "\"yes\": 2, \"no\": 1") ==
        "m.json: tree 0: children are not the nodes of yes and no, in this order");
}

TEST_CASE(
    "xgboost-dump: a chain of 20,000 splits is read and written without running out of stack") {
  Ensemble ensemble = small_ensemble();
  Tree& tree = ensemble.trees[0];
  tree = {};
  constexpr std::int32_t kNodes = 20000;
  for (std::int32_t node = 0; node < kNodes; ++node) {
    tree.feature.push_back(0);
    tree.threshold.push_back(static_cast<float>(kNodes - node));
    tree.missing_left.push_back(1);
    tree.left.push_back(node + 1 < kNodes ? node + 1 : ~kNodes);
    tree.right.push_back(~node);
    tree.gain.push_back(1);
  }
  for (std::int32_t leaf = 0; leaf <= kNodes; ++leaf) tree.value.push_back(leaf);
  tree.documents.assign(kNodes + 1, 1);
  check(ensemble);
  for (const ExchangeFormat& format : exchange_formats()) {
    CAPTURE(format.name);
    const auto consumer = read_back(format, ensemble);
    for (const float value : {-1.0F, 17.5F, 30000.0F}) {
      const std::vector<float> row = {value, 0, 0};
      CHECK(consumer->score(row) == doctest::Approx(Predictor(ensemble).score(row)));
    }
  }
}

TEST_CASE("xgboost-dump: hostile files never crash") {
  check_hostile_files(dump(), random_ensemble({.trees = 4, .leaves = 5}), 3000);
}

}  // namespace gbrank::test
