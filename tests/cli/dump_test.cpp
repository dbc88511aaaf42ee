#include <functional>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

Json dumped(const Words& more = {}) {
  return Json::parse(succeed(Words{"dump", "--model", small_model()} + more).out);
}

void for_each_node(const Json& node, const std::function<void(const Json&)>& visit) {
  visit(node);
  if (node.contains("value")) return;
  for_each_node(node.at("left"), visit);
  for_each_node(node.at("right"), visit);
}

/// One feature's part in a model, added up from the dump.
struct Sums {
  double gain = 0;
  long splits = 0;
  long cover = 0;
};

std::map<std::string, Sums> sums_by_feature() {
  std::map<std::string, Sums> sums;
  const Json dump = dumped();
  for (const Json& tree : dump.at("trees")) {
    for_each_node(tree.at("root"), [&](const Json& node) {
      if (node.contains("value")) return;
      Sums& of = sums[node.at("feature")];
      of.gain += node.at("gain").get<double>();
      of.splits += 1;
      of.cover += node.at("documents").get<long>();
    });
  }
  return sums;
}

}  // namespace

TEST_CASE("a JSON dump has nested nodes that add up") {
  const Json dump = dumped();
  const auto names = table(read_file(sample().feature_names), '\n');
  const auto rows = static_cast<long>(letor_rows(sample().train_text).size());
  CHECK(dump.at("objective") == "lambdarank");
  CHECK(dump.at("base_score") == 0);
  CHECK(dump.at("features") == 45);
  REQUIRE(dump.at("trees").size() == 20);
  for (std::size_t t = 0; t < 20; ++t) {
    const Json& tree = dump.at("trees")[t];
    CHECK(tree.at("tree") == t);
    CHECK(tree.at("root").at("documents") == rows);
    long leaves = 0;
    for_each_node(tree.at("root"), [&](const Json& node) {
      const long documents = node.at("documents").get<long>();
      CHECK(documents >= 20);
      if (node.contains("value")) {
        ++leaves;
        CHECK(node.size() == 2);
        CHECK(node.at("value").is_number());
        return;
      }
      CHECK(documents == node.at("left").at("documents").get<long>() +
                             node.at("right").at("documents").get<long>());
      const std::size_t index = node.at("index").get<std::size_t>();
      CHECK(node.at("feature") == names.at(index - 1)[0]);
      CHECK(node.at("threshold").is_number());
      CHECK(node.at("gain").get<double>() > 0);
      CHECK((node.at("missing") == "left" || node.at("missing") == "right"));
    });
    CHECK(tree.at("leaves") == leaves);
    CHECK(leaves == 31);
  }
}

TEST_CASE("the dump follows the data: documents of the first split counted by hand") {
  const Json root = dumped({"--trees", "0:1"}).at("trees").at(0).at("root");
  const int index = root.at("index").get<int>();
  const auto threshold = static_cast<float>(root.at("threshold").get<double>());
  long left = 0;
  for (const LetorRow& row : letor_rows(sample().train_text)) {
    const float value = row.value(index);
    left += (std::isnan(value) ? root.at("missing") == "left" : value <= threshold) ? 1 : 0;
  }
  CHECK(root.at("left").at("documents") == left);
}

TEST_CASE("--trees A:B shows the trees A to B - 1, either end open") {
  const Json all = dumped().at("trees");
  const auto part = [](const std::string& range) { return dumped({"--trees", range}).at("trees"); };
  CHECK(part(":") == all);
  CHECK(part("0:20") == all);
  CHECK(part("3:5") == Json::array({all[3], all[4]}));
  CHECK(part("18:") == Json::array({all[18], all[19]}));
  CHECK(part(":1") == Json::array({all[0]}));
  CHECK(part("7:7").empty());
}

TEST_CASE("a range that is none, or beyond the model, is exit 2") {
  for (const std::string range : {"3", "a:b", "1:2:3", "-1:2", "1:x", "0.5:1", " 1:2"}) {
    fail(2, {"dump", "--model", small_model(), "--trees=" + range},
         fmt::format("--trees is '{}', expected A:B such as 0:3", range));
  }
  for (const std::string range : {"5:3", "0:21", "21:", "20:19", "0:99999999999"}) {
    fail(2, {"dump", "--model", small_model(), "--trees=" + range},
         fmt::format("--trees is '{}', the model has trees 0:20", range));
  }
}

TEST_CASE("a text dump has a line for each node and leaf, indented by depth") {
  const std::string text =
      succeed({"dump", "--model", small_model(), "--format", "text", "--trees", "2:4"}).out;
  const Json trees = dumped({"--trees", "2:4"}).at("trees");
  const auto lines = table(text, '\n');
  std::size_t at = 0;
  CHECK(lines.at(at++)[0] == "objective lambdarank, base score 0, trees 20");
  // The nodes come in the same order, a node before what is under it, yes before no.
  const std::function<void(const Json&, std::size_t, const std::string&)> follow =
      [&](const Json& node, std::size_t depth, const std::string& side) {
        REQUIRE(at < lines.size());
        const std::string& line = lines[at++].at(0);
        CAPTURE(line);
        CHECK(line.starts_with(std::string(2 * depth + 2, ' ') + side));
        const std::string documents =
            fmt::format("{} documents)", node.at("documents").get<long>());
        CHECK(line.ends_with(documents));
        if (node.contains("value")) {
          CHECK(has(line, "leaf " + node.at("value").dump().substr(0, 8)));
          return;
        }
        CHECK(has(line, node.at("feature").get<std::string>() + " <= "));
        CHECK(has(line, node.at("missing") == "left" ? "missing: yes" : "missing: no"));
        follow(node.at("left"), depth + 1, "yes ");
        follow(node.at("right"), depth + 1, "no  ");
      };
  for (const std::size_t t : {0U, 1U}) {
    CHECK(lines.at(at++).empty());
    CHECK(lines.at(at++)[0] == fmt::format("tree {}: 31 leaves", t + 2));
    follow(trees[t].at("root"), 0, "");
  }
  CHECK(at == lines.size());
}

TEST_CASE("a dot dump is a graph that graphviz accepts, whatever the names of the features") {
  const TemporaryFolder folder;
  std::string names;
  for (int i = 1; i <= 45; ++i) names += fmt::format("say \"{}\" \\n <b>{}\\\n", i, i);
  const std::string model = folder.path("m.json");
  succeed(small_fit(model) + Words{"--feature-names", folder.write("names.txt", names)});
  const Words dump = {"dump", "--model", model, "--trees", "0:2"};
  const std::string graph = succeed(dump + Words{"--format", "dot"}).out;
  CHECK(graph.starts_with("digraph "));
  const Json first = Json::parse(succeed(dump).out).at("trees").at(0).at("root");
  CHECK(matches(first.at("feature").get<std::string>(), "^say \"[0-9]+\" \\\\n <b>[0-9]+\\\\$"));
  if (!on_path("dot")) {
    MESSAGE("skipped: dot is not on PATH");
    return;
  }
  const Run plain = run_command({"dot", "-Tplain"}, graph);
  INFO(plain.err);
  CHECK(plain.status == 0);
  CHECK(plain.err.empty());
  const auto lines = table(plain.out, ' ');
  const auto count = [&](const std::string& word) {
    return std::ranges::count_if(lines, [&](const Words& line) { return line.at(0) == word; });
  };
  CHECK(count("node") == 2 * (30 + 31));
  CHECK(count("edge") == 2 * 60);
}

TEST_CASE("--output writes what standard output would show") {
  const TemporaryFolder folder;
  const std::string path = folder.path("dump.txt");
  const Words dump = {"dump", "--model", small_model(), "--format", "text"};
  CHECK(succeed(dump + Words{"--output", path}).out.empty());
  CHECK(read_file(path) == succeed(dump).out);
}

TEST_CASE("importance adds up the splits of the dump, for every feature") {
  const std::map<std::string, Sums> sums = sums_by_feature();
  const auto names = table(read_file(sample().feature_names), '\n');
  const auto lines = table(succeed({"importance", "--model", small_model()}).out);
  REQUIRE(lines.size() == 46);
  CHECK(lines[0] == Words{"feature", "index", "gain", "splits", "cover"});
  std::size_t used = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    CAPTURE(lines[i][0]);
    CHECK(names[std::stoul(lines[i][1]) - 1][0] == lines[i][0]);
    const auto found = sums.find(lines[i][0]);
    const Sums expected = found == sums.end() ? Sums{} : found->second;
    used += found == sums.end() ? 0 : 1;
    CHECK(std::stod(lines[i][2]) == doctest::Approx(expected.gain).epsilon(1e-5));
    CHECK(std::stol(lines[i][3]) == expected.splits);
    CHECK(std::stol(lines[i][4]) == expected.cover);
  }
  CHECK(used == sums.size());
}

TEST_CASE("importance is sorted as asked, cut to --top, and the same in JSON") {
  const std::map<std::string, Sums> sums = sums_by_feature();
  const auto key = [&](const std::string& by, const std::string& feature) {
    const auto found = sums.find(feature);
    if (found == sums.end()) return 0.0;
    return by == "gain"     ? found->second.gain
           : by == "splits" ? static_cast<double>(found->second.splits)
                            : static_cast<double>(found->second.cover);
  };
  std::set<Words> orders;
  for (const std::string by : {"gain", "splits", "cover"}) {
    CAPTURE(by);
    const Words importance = {"importance", "--model", small_model(), "--by", by};
    const auto lines = table(succeed(importance).out);
    Words order;
    for (std::size_t i = 1; i < lines.size(); ++i) order.push_back(lines[i][0]);
    for (std::size_t i = 1; i < order.size(); ++i) {
      CHECK(key(by, order[i - 1]) >= key(by, order[i]));
    }
    orders.insert(order);

    const Json json = Json::parse(succeed(importance + Words{"--json", "--top", "5"}).out);
    REQUIRE(json.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(json[i].at("feature") == order[i]);
      CHECK(json[i].at(by).get<double>() == doctest::Approx(key(by, order[i])).epsilon(1e-12));
    }
    CHECK(table(succeed(importance + Words{"--top", "3"}).out).size() == 4);
    CHECK(table(succeed(importance + Words{"--top", "99"}).out).size() == 46);
  }
  CHECK(orders.size() == 3);
}

}  // namespace gbrank::test
