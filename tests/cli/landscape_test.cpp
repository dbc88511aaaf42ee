#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

Words landscape(const std::string& model = small_model()) {
  return {"landscape", "--model", model, "--data", sample().test};
}

/// Twenty queries whose relevant document stands last, and a model of one leaf too low.
struct OneLeafTooLow {
  TemporaryFolder folder;
  std::string data;
  std::string model = folder.path("model.json");

  OneLeafTooLow() {
    std::string right;
    std::string wrong;
    for (int q = 1; q <= 20; ++q) {
      right += fmt::format("1 qid:{} 1:0\n1 qid:{} 1:0\n2 qid:{} 1:1\n", q, q, q);
      wrong += fmt::format("2 qid:{} 1:0\n2 qid:{} 1:0\n1 qid:{} 1:1\n", q, q, q);
    }
    data = folder.write("data.txt", right);
    succeed({"fit", "--train", folder.write("wrong.txt", wrong), "--model", model, "--objective",
             "regression", "--trees", "1", "--learning-rate", "1", "--min-docs-per-leaf", "1",
             "--quiet"});
  }
};

}  // namespace

TEST_CASE("the table of a landscape has each direction, step and metric") {
  const TemporaryFolder folder;
  const std::string output = folder.path("landscape.tsv");
  const Run run =
      succeed(landscape() + Words{"--count", "3", "--steps", "2", "--range", "0.5", "--metric",
                                  "ndcg@5", "--metric", "map", "--output", output});
  CHECK(run.err.empty());
  const auto rows = table(read_file(output));
  REQUIRE(rows.size() == 1 + 9 * 5);
  CHECK(rows[0] == Words{"direction", "kind", "tree", "leaf", "t", "ndcg@5", "map"});
  const auto evaluated = table(succeed({"evaluate", "--model", small_model(), "--data",
                                        sample().test, "--metric", "ndcg@5", "--metric", "map"})
                                   .out);
  std::set<std::string> names;
  const Words steps = {"-0.5", "-0.25", "0", "0.25", "0.5"};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Words& row = rows[i];
    REQUIRE(row.size() == 7);
    names.insert(row[0]);
    CHECK(row[4] == steps[(i - 1) % 5]);
    CHECK(row[1] == (i <= 15 ? "tree" : i <= 30 ? "leaf" : "random"));
    CHECK(row[0] == (i <= 15   ? "tree " + row[2]
                     : i <= 30 ? "leaf " + row[2] + ":" + row[3]
                               : "random " + std::to_string((i - 31) / 5 + 1)));
    CHECK(row[2].empty() == (i > 30));
    CHECK(row[3].empty() == (i <= 15 || i > 30));
    if (row[4] != "0") continue;
    CHECK(fmt::format("{:.6f}", std::stod(row[5])) == evaluated[0][1]);
    CHECK(fmt::format("{:.6f}", std::stod(row[6])) == evaluated[1][1]);
  }
  CHECK(names.size() == 9);
}

TEST_CASE("a tree's weight of 0 is a model without the tree") {
  const TemporaryFolder folder;
  const std::string data = sample().train_gz;
  const std::string shorter = folder.path("shorter.json");
  Words fit = small_fit(shorter);
  *(std::ranges::find(fit, "--trees") + 1) = "19";
  succeed(fit);
  const std::string output = folder.path("landscape.tsv");
  succeed({"landscape", "--model", small_model(), "--data", data, "--direction", "tree:19",
           "--steps", "1", "--output", output});
  const auto rows = table(read_file(output));
  REQUIRE(rows[1][4] == "-1");
  const std::string expected =
      succeed({"evaluate", "--model", shorter, "--data", data, "--metric", "ndcg@10"}).out;
  CHECK(fmt::format("ndcg@10\t{:.6f}\n", std::stod(rows[1][5])) == expected);
}

TEST_CASE("a model that is no local optimum is told from one that is") {
  const OneLeafTooLow f;
  const Words words = {"landscape", "--model", f.model, "--data",  f.data, "--direction",
                       "leaf",      "--range", "3",     "--steps", "6"};
  const std::string text = succeed(words).out;
  CHECK(has(text,
            "A local optimum of ndcg@10 along these directions? No: along 2 of 2 directions a "
            "step raises it by more than chance, at most by 0."));
  CHECK(matches(text, "  leaf +2 +0 +2 +2 +[0-9]+ +no "));
  CHECK(matches(text, "  leaf 0:[01] +2\\.5 +\\+0\\.[0-9]+ +20/0 +<?\\.?[0-9.]+ "));
  const Json no = Json::parse(succeed(words + Words{"--json"}).out);
  CHECK(no["metrics"][0]["is_local_optimum"] == false);

  const Words perfect = {"landscape", "--model", f.model, "--data", f.folder.path("wrong.txt")};
  const std::string best = succeed(perfect).out;
  CHECK(has(best,
            "directions? Yes, as far as 20 queries can tell: along none of 53 directions a "
            "step raises it by more than chance, along "));
  CHECK(has(best, " a step lowers it by more than chance.\n"));
  CHECK(matches(best, "  leaf +2 +2 +0 +0 +0 +undecided "));
  const Json yes = Json::parse(succeed(perfect + Words{"--json"}).out);
  CHECK(yes["metrics"][0]["is_local_optimum"] == true);
  CHECK(yes["metrics"][0]["value"] == 1);
}

TEST_CASE("where steps change nothing that is more than chance the question stays open") {
  const TemporaryFolder folder;
  const std::string data = folder.write("data.txt", "1 qid:1 1:1\n0 qid:1 1:0\n");
  const std::string model = folder.path("m.json");
  succeed({"fit", "--train", data, "--model", model, "--trees", "1", "--min-docs-per-leaf", "1",
           "--quiet"});
  const Words words = {"landscape", "--model", model, "--data", data, "--range", "3"};
  CHECK(has(succeed(words).out,
            "directions? Undecided: along none of 53 directions a step raises or lowers it by more "
            "than chance that 1 query could tell.\n"));
  CHECK(Json::parse(succeed(words + Words{"--json"}).out)["metrics"][0]["is_local_optimum"]
            .is_null());
}

TEST_CASE("a landscape as JSON has what was asked for, each kind and each direction") {
  const Words words =
      landscape() + Words{"--json",      "--count",      "4",      "--steps", "3",
                          "--direction", "random",       "--seed", "9",       "--direction",
                          "leaf:2:1",    "--convention", "letor3"};
  const Json json = Json::parse(succeed(words).out);
  CHECK(json["model"] == small_model());
  CHECK(json["data"] == sample().test);
  CHECK(json["convention"] == "letor3");
  CHECK(json["seed"] == 9);
  CHECK(json["samples"] == 100000);
  CHECK(json["steps"].size() == 7);
  REQUIRE(json["metrics"].size() == 1);
  const Json& metric = json["metrics"][0];
  CHECK(metric["metric"] == "ndcg@10");
  CHECK(metric["queries"] == 20);
  REQUIRE(metric["kinds"].size() == 2);
  CHECK(metric["kinds"][0]["kind"] == "leaf");
  CHECK(metric["kinds"][0]["directions"] == 1);
  CHECK(metric["kinds"][1]["directions"] == 4);
  CHECK(metric["kinds"][1]["mean_change"].size() == 7);
  CHECK(metric["kinds"][1]["mean_change"][3] == 0);
  REQUIRE(metric["directions"].size() == 5);
  CHECK(metric["directions"][4]["direction"] == "leaf 2:1");
  CHECK(metric["directions"][4]["tree"] == 2);
  CHECK(metric["directions"][4]["leaf"] == 1);
  std::size_t raised = 0;
  for (const Json& direction : metric["directions"]) {
    const auto values = direction["values"].get<std::vector<double>>();
    REQUIRE(values.size() == 7);
    CHECK(values[3] == metric["value"]);
    CHECK(direction["gain"].get<double>() == doctest::Approx(std::ranges::max(values) - values[3]));
    CHECK(direction["p_raise_holm"] >= direction["p_raise"]);
    raised += direction["gain"] > 0;
  }
  CHECK(metric["all"]["raised"] == raised);
}

TEST_CASE("a landscape follows from its seed and not from threads") {
  const Words words = landscape() + Words{"--count", "5", "--json"};
  const std::string expected = succeed(words).out;
  for (const std::string threads : {"1", "2", "3"}) {
    CHECK(succeed(words + Words{"--threads", threads}).out == expected);
  }
  CHECK(succeed(words + Words{"--seed", "2"}).out != expected);
}

TEST_CASE("the picture of a landscape has a panel for each metric and kind") {
  const TemporaryFolder folder;
  const std::string plot = folder.path("landscape.svg");
  const Words words = landscape() + Words{"--count",  "5",    "--direction", "leaf",
                                          "--metric", "ndcg", "--metric",    "map"};
  const std::string text = succeed(words).out;
  CHECK(succeed(words + Words{"--plot", plot}).out == text);
  const std::string svg = read_file(plot);
  CHECK(svg.starts_with("<svg"));
  CHECK(has(svg, "ndcg, direction: leaf"));
  CHECK(has(svg, "map, direction: leaf"));
  CHECK_FALSE(has(svg, "direction: tree"));
  CHECK(has(svg, "mean of 5 directions, and where 80% of them are"));
  CHECK(has(svg, "change of map"));
}

TEST_CASE("a metric for which no query counts gets no answer") {
  const TemporaryFolder folder;
  const std::string data = folder.write("data.txt", "0 qid:1 1:1\n0 qid:1 1:0\n");
  const std::string plot = folder.path("landscape.svg");
  const Words words = {"landscape", "--model", small_model(), "--data", data,
                       "--count",   "2",       "--plot",      plot};
  CHECK(has(succeed(words).out, "No answer: no query counts for ndcg@10.\n"));
  const Json json = Json::parse(succeed(words + Words{"--json"}).out);
  CHECK(json["metrics"][0]["value"].is_null());
  CHECK(json["metrics"][0]["is_local_optimum"].is_null());
  CHECK(read_file(plot).starts_with("<svg"));
}

TEST_CASE("a landscape that cannot be is refused, and no file is left") {
  const TemporaryFolder folder;
  const std::string output = folder.path("landscape.tsv");
  const Words start = landscape();
  const auto refuse = [&](int status, const Words& more, const std::string& message) {
    fail(status, start + Words{"--output", output} + more, message);
    CHECK_FALSE(std::filesystem::exists(output));
  };
  refuse(2, {"--direction", "tre"}, "--direction is 'tre', did you mean tree?");
  refuse(2, {"--direction", "tree:20"}, "--direction asks for tree 20, the model has 20 trees");
  refuse(2, {"--count", "0"}, "--count is 0, expected 1 or more");
  refuse(2, {"--top", "-1"}, "--top is -1, expected 0 or more");
  refuse(2, {"--steps", "-1"}, "--steps is -1, expected 1 or more");
  refuse(2, {"--steps", "20000"}, "--steps is 20000, expected 1 to 10000");
  refuse(2, {"--range", "0"}, "--range is 0, expected more than 0");
  refuse(2, {"--samples", "0"}, "--samples is 0, expected 1 or more");
  refuse(2, {"--samples", "100"}, "--samples is 100, expected ");
  refuse(2, {"--seed", "-1"}, "--seed is -1");
  refuse(2, {"--metric", "rmse"},
         "--metric is rmse, expected a metric of rankings, such as ndcg@10");
  refuse(2, {"--metric", "ndgc"}, "did you mean ndcg?");
  fail(2, start + Words{"--output", "-"}, "--output and --plot go to files, found -");
  fail(2, start + Words{"--plot", "-"}, "--output and --plot go to files, found -");
  fail(2, start + Words{"--output", output, "--plot", output}, "are the same file");
  fail(1, start + Words{"--output", output, "--plot", folder.path("none/landscape.svg")},
       "cannot be written");
  fail(2, start + Words{"--output", sample().test}, "--data and --output are the same file");
  fail(1, start + Words{"--output", folder.path("none/landscape.tsv")}, "cannot be written");
  const std::string large = folder.write("large.txt", "2000 qid:1 1:1\n0 qid:1 1:0\n");
  fail(1, {"landscape", "--model", small_model(), "--data", large, "--output", output},
       large + ": row 1: label 2000 is too large for ndcg@10");
  CHECK_FALSE(std::filesystem::exists(output));

  const std::string flat = folder.write("flat.txt", "1 qid:1 1:1\n0 qid:1 1:1\n");
  const std::string model = folder.path("flat.json");
  succeed({"fit", "--train", flat, "--model", model, "--trees", "1", "--quiet"});
  fail(1, {"landscape", "--model", model, "--data", flat},
       model + ": the model has no tree with a");
}

}  // namespace gbrank::test
