#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "gbrank/model_io.h"

#include "support/small_ensemble.h"

using namespace gbrank;

TEST_CASE(
    "the JSON dump has nested nodes with names, thresholds, gains, documents and directions") {
  const auto json = nlohmann::json::parse(dump_json(test::small_ensemble(), 0, 2));
  CHECK(json.at("base_score") == 0.1);
  REQUIRE(json.at("trees").size() == 2);
  const auto& root = json.at("trees").at(0).at("root");
  CHECK(root.at("feature") == "b \"quoted\" \\");
  CHECK(root.at("index") == 2);
  CHECK(root.at("threshold") == 0.1);
  CHECK(root.at("missing") == "right");
  CHECK(root.at("gain") == 2.5);
  CHECK(root.at("documents") == 60);
  CHECK(root.at("left") == nlohmann::json{{"value", 1.5}, {"documents", 10}});
  CHECK(root.at("right").at("missing") == "left");
  CHECK(root.at("right").at("documents") == 50);
  CHECK(root.at("right").at("right").at("value") == 1e-300);
  CHECK(json.at("trees").at(1).at("root") == nlohmann::json{{"value", 0.5}, {"documents", 60}});
}

TEST_CASE("a dump of some trees has those, under their own numbers") {
  const auto json = nlohmann::json::parse(dump_json(test::small_ensemble(), 1, 2));
  REQUIRE(json.at("trees").size() == 1);
  CHECK(json.at("trees").at(0).at("tree") == 1);
  CHECK(nlohmann::json::parse(dump_json(test::small_ensemble(), 1, 1)).at("trees").empty());
}

TEST_CASE("the text dump is indented by depth") {
  CHECK(dump_text(test::small_ensemble(), 0, 2) ==
        "objective lambdarank, base score 0.1, trees 2\n"
        "\n"
        "tree 0: 3 leaves\n"
        "  b \"quoted\" \\ <= 0.1  (missing: no, gain 2.5, 60 documents)\n"
        "    yes leaf 1.5  (10 documents)\n"
        "    no  c <= -3e+20  (missing: yes, gain 0.125, 50 documents)\n"
        "      yes leaf -0.25  (20 documents)\n"
        "      no  leaf 1e-300  (30 documents)\n"
        "\n"
        "tree 1: 1 leaves\n"
        "  leaf 0.5  (60 documents)\n");
}

TEST_CASE("the graph has a node for each node and leaf, and says where missing values go") {
  const std::string dot = dump_dot(test::small_ensemble(), 0, 2);
  for (const char* part :
       {"digraph gbrank {", "t0_n0 [shape=box, label=\"b \\\"quoted\\\" \\\\ <= 0.1\\ngain 2.5",
        "t0_n0 -> t0_l0 [label=\"yes\"]", "t0_n0 -> t0_n1 [label=\"no, missing\"]",
        "t0_n1 -> t0_l1 [label=\"yes, missing\"]", "t0_n1 -> t0_l2 [label=\"no\"]",
        "t1_l0 [shape=ellipse, label=\"0.5\\n60 documents\"]"}) {
    CAPTURE(part);
    CHECK(dot.find(part) != std::string::npos);
  }
}

TEST_CASE("a tree as deep as it has leaves is dumped without running out of stack") {
  Ensemble ensemble;
  ensemble.feature_names = {"f1"};
  Tree chain;
  const std::int32_t depth = 50000;
  for (std::int32_t i = 0; i < depth; ++i) {
    chain.feature.push_back(0);
    chain.threshold.push_back(static_cast<float>(i));
    chain.missing_left.push_back(0);
    chain.left.push_back(~i);
    chain.right.push_back(i + 1 < depth ? i + 1 : ~depth);
    chain.gain.push_back(1);
    chain.value.push_back(1);
    chain.documents.push_back(1);
  }
  chain.value.push_back(1);
  chain.documents.push_back(1);
  ensemble.trees.push_back(chain);
  check(ensemble);
  CHECK(dump_dot(ensemble, 0, 1).find("t0_l50000") != std::string::npos);
}
