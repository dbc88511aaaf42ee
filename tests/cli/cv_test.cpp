#include <nlohmann/json.hpp>

#include "cli/cv_files.h"
#include "experiment/folds.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

/// The means that evaluate gives scores, by metric.
Json evaluated(const std::string& data, const std::string& scores, const Words& more) {
  return Json::parse(succeed(Words{"evaluate", "--data", data, "--scores", scores, "--json"} + more)
                         .out)["metrics"];
}

}  // namespace

TEST_CASE("each fold's scores and metrics are those of fit, predict and evaluate") {
  const TemporaryFolder folder;
  const std::string data = write_folds(folder, "d", small_letor(), 3);
  const Words metrics = {"--metric", "ndcg@5", "--metric", "p@3", "--metric", "map"};
  struct Way {
    std::string objective;
    Words of_both;
    Words of_cv;
    Words of_fit;
  };
  for (const Way& way : {Way{"lambdarank", {"--convention", "letor3"}, {}, {}},
                         Way{"sdcg", {"--bags", "2", "--sdcg-k", "5", "--seed", "7"}, {}, {}},
                         Way{"regression",
                             {"--early-stopping", "4"},
                             {"--choose-trees", "fold", "--choose-by", "map"},
                             {"--metric", "map"}}}) {
    CAPTURE(way.objective);
    const std::string output = folder.path("o" + way.objective);
    succeed(Words{"cv", "--data", data, "--objective", way.objective, "--output", output} +
            metrics + kSmallTrees + way.of_both + way.of_cv);
    const Json json = Json::parse(read_file(output + "/results.json"));
    for (std::size_t f = 0; f < 3; ++f) {
      const std::string fold = fmt::format("{}/Fold{}/", data, f + 1);
      const std::string model = folder.path("m.json");
      succeed(Words{"fit", "--train", fold + "train.txt", "--valid", fold + "vali.txt", "--model",
                    model, "--objective", way.objective, "--quiet"} +
              kSmallTrees + way.of_both + way.of_fit);
      const std::string scores =
          fmt::format("{}/scores/{}.Fold{}.txt", output, way.objective, f + 1);
      CHECK(read_file(scores) ==
            succeed({"predict", "--model", model, "--data", fold + "test.txt"}).out);
      const Words convention = way.objective == "lambdarank" ? way.of_both : Words{};
      const Json expected = evaluated(fold + "test.txt", scores, metrics + convention);
      for (const Json& metric : json["systems"][0]["metrics"]) {
        CHECK(metric["of_folds"][f] == expected[metric["metric"].get<std::string>()]);
      }
    }
  }
}

TEST_CASE("of one file, each row's score is by the model that did not see its query") {
  const TemporaryFolder folder;
  const std::string text = small_letor();
  const std::string data = folder.write("all.txt", text);
  const Words cv = Words{"cv", "--data", data, "--folds", "4", "--metric", "map"} + kSmallTrees;
  succeed(cv + Words{"--output", folder.path("o")});
  const auto lines = table(read_file(folder.path("o/scores/lambdarank.txt")));
  const std::vector<LetorRow> rows = letor_rows(text);
  REQUIRE(lines.size() == rows.size());
  const std::vector<std::string> queries = query_texts(text);
  std::vector<std::string> ids;
  for (const std::string& query : queries) ids.push_back(letor_rows(query)[0].query);
  const std::vector<std::size_t> part_of = deal_queries(ids, 4, 1);
  for (std::size_t f = 0; f < 4; ++f) {
    std::string train;
    std::string test;
    for (std::size_t q = 0; q < queries.size(); ++q) {
      if (part_of[q] == f) test += queries[q];
      if (part_of[q] != f && part_of[q] != (f + 3) % 4) train += queries[q];
    }
    const std::string model = folder.path("m.json");
    succeed(Words{"fit", "--train", folder.write("train.txt", train), "--model", model, "--quiet"} +
            kSmallTrees);
    const auto expected =
        table(succeed({"predict", "--model", model, "--data", folder.write("test.txt", test)}).out);
    std::size_t at = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (part_of[std::stoul(rows[r].query) - 1] == f) CHECK(lines[r] == expected.at(at++));
    }
    CHECK(at == expected.size());
  }
  // Gzip is read, too; another seed parts the queries otherwise.
  CHECK(succeed(cv + Words{"--quiet"}).out != succeed(cv + Words{"--split-seed", "5"}).out);
}

TEST_CASE(
    "nothing leaks through the command line: on queries that only who saw them can rank, "
    "scores are chance") {
  const TemporaryFolder folder;
  const std::string data = folder.write("coins.txt", coin_letor(60, 10));
  const Words trees = {"--trees",
                       "60",
                       "--learning-rate",
                       "0.2",
                       "--leaves",
                       "60",
                       "--min-docs-per-leaf",
                       "2",
                       "--feature-fraction",
                       "1"};
  const std::string model = folder.path("m.json");
  succeed(Words{"fit", "--train", data, "--model", model, "--quiet"} + trees);
  const auto seen = table(
      succeed({"evaluate", "--data", data, "--model", model, "--metric", "pair-accuracy"}).out);
  CHECK(std::stod(seen[0][1]) > 0.95);
  for (const std::string choose : {"all", "fold"}) {
    const Json json = Json::parse(succeed(Words{"cv", "--data", data, "--metric", "pair-accuracy",
                                                "--choose-trees", choose, "--json", "--quiet"} +
                                          trees)
                                      .out);
    const double honest = json["systems"][0]["metrics"][0]["mean"].get<double>();
    CAPTURE(choose);
    // Sixty coins: 0.5 with a deviation of 0.065.
    CHECK(honest < 0.7);
    CHECK(honest > 0.3);
  }
}

TEST_CASE("1, 2 and 3 threads write the same bytes") {
  const TemporaryFolder folder;
  const std::string data = folder.write("all.txt", small_letor());
  std::map<std::string, std::string> expected;
  for (const std::string threads : {"1", "2", "3"}) {
    const std::string output = folder.path("o" + threads);
    succeed(Words{"cv", "--data", data, "--folds", "3", "--objective", "lambdarank", "--objective",
                  "softndcg", "--bags", "2", "--choose-trees", "mean", "--threads", threads,
                  "--output", output} +
            kSmallTrees);
    const auto files = files_below(output);
    CHECK(files.size() == 6 + 2 + 3);
    if (expected.empty()) expected = files;
    CHECK((files == expected));
  }
}

TEST_CASE("systems come from options, from files, and from a config; the command line wins") {
  const TemporaryFolder folder;
  const std::string folds = write_folds(folder, "d", small_letor(), 3);
  const std::string tuned =
      folder.write("tuned.conf", "objective = sdcg\nsdcg-k = 3\ntrees = 6\nleaves = 4\n");
  const std::string config = folder.write(
      "cv.conf",
      fmt::format("data = {}\nobjective = ranknet\nobjective = lambdarank\nmetric = map\n"
                  "system = {}\ntrees = 9\nmin-docs-per-leaf = 3\nlambdarank-k = 4\n",
                  folds, tuned));
  const Json json =
      Json::parse(succeed({"cv", "--config", config, "--leaves", "5", "--json", "--quiet"}).out);
  REQUIRE(json["systems"].size() == 3);
  const auto options = [&](std::size_t s) { return json["systems"][s]["options"]; };
  CHECK(json["systems"][0]["system"] == "ranknet");
  CHECK(json["systems"][2]["system"] == "tuned");
  CHECK(json["systems"][2]["objective"] == "sdcg");
  CHECK(options(0)["trees"] == "9");
  CHECK(options(0)["leaves"] == "5");
  CHECK(options(1)["lambdarank-k"] == "4");
  CHECK(options(2)["sdcg-k"] == "3");
  CHECK(options(2)["leaves"] == "5");
  CHECK(json["systems"][0]["metrics"].size() == 1);
}

TEST_CASE("a table of models without a split comes with a warning") {
  const TemporaryFolder folder;
  const std::string folds = write_folds(folder, "d", small_letor(), 3);
  const Run run = succeed({"cv", "--data", folds, "--min-docs-per-leaf", "1000", "--quiet"});
  CHECK(has(run.err,
            "gbrank: warning: lambdarank: in 3 of 3 folds no tree that is kept has a "
            "split, so all documents get the same score; the data may be too small for "
            "--min-docs-per-leaf 1000\n"));
}

TEST_CASE("queries that two parts share are warned of") {
  const TemporaryFolder folder;
  const std::string folds = write_folds(folder, "d", small_letor(), 3);
  std::filesystem::copy_file(folds + "/Fold1/train.txt", folds + "/Fold1/test.txt",
                             std::filesystem::copy_options::overwrite_existing);
  const Run run = succeed(Words{"cv", "--data", folds, "--quiet"} + kSmallTrees);
  CHECK(has(run.err, "gbrank: warning: Fold1: training and test data: 6 queries in both"));
}

}  // namespace gbrank::test
