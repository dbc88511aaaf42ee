#include <cmath>
#include <numeric>

#include <nlohmann/json.hpp>

#include "cli/cv_files.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

/// A table of three systems on one file, of which one has so few trees that it differs.
struct Table {
  TemporaryFolder folder;
  std::string data = folder.write(
      "all.txt", random_letor({.queries = 60, .documents = 10, .values = 12, .seed = 3}));
  Words words = Words{"cv",          "--data",      data,
                      "--folds",     "3",           "--system",
                      weak(),        "--objective", "lambdarank",
                      "--objective", "regression",  "--baseline",
                      "lambdarank",  "--metric",    "ndcg@10",
                      "--metric",    "p@1",         "--metric",
                      "map",         "--output",    folder.path("o")} +
                kSmallTrees;
  std::string printed = succeed(words).out;
  Json json = Json::parse(read_file(folder.path("o/results.json")));
  std::vector<std::vector<std::string>> tsv = table(read_file(folder.path("o/table.tsv")));

  std::string weak() const {
    return folder.write("weak.conf",
                        "objective = regression\nmax-depth = 1\nfeature-fraction = 0.2\n");
  }
};

}  // namespace

TEST_CASE("the interval of a mean is Student's over queries, also for folds of different size") {
  const TemporaryFolder folder;
  // Folds of 5, 5 and 4 queries, each of which counts in p@3.
  const std::string data = write_folds(
      folder, "d", random_letor({.queries = 14, .documents = 10, .values = 12, .seed = 3}), 3);
  const std::string output = folder.path("o");
  succeed(Words{"cv", "--data", data, "--objective", "regression", "--metric", "p@3", "--metric",
                "rmse", "--output", output} +
          kSmallTrees);
  std::vector<double> values;
  double reciprocals = 0;
  for (const int f : {1, 2, 3}) {
    const std::string test = fmt::format("{}/Fold{}/test.txt", data, f);
    const std::string scores = fmt::format("{}/scores/regression.Fold{}.txt", output, f);
    const auto lines = table(
        succeed({"evaluate", "--data", test, "--scores", scores, "--metric", "p@3", "--per-query"})
            .out);
    for (std::size_t q = 1; q < lines.size(); ++q) values.push_back(std::stod(lines[q][1]));
    reciprocals += 1 / static_cast<double>(lines.size() - 1);
  }
  REQUIRE(values.size() == 14);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 14;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  // With 13 degrees of freedom t leaves 2.5% beyond 2.160369. The mean of three means of n queries
  // each has the variance of a query times the sum of 1 / n over 9.
  const double reach = 2.160369 * std::sqrt(squares / 13 * reciprocals / 9);
  const Json json = Json::parse(read_file(output + "/results.json"));
  const Json& p3 = json["systems"][0]["metrics"][0];
  const double centre = p3["mean"].get<double>();
  CHECK(p3["low"].get<double>() == doctest::Approx(centre - reach).epsilon(1e-5));
  CHECK(p3["high"].get<double>() == doctest::Approx(centre + reach).epsilon(1e-5));
  CHECK(json["systems"][0]["metrics"][1]["low"].is_null());
}

TEST_CASE("two files of one name are told apart by NAME=F, and Markdown takes any name") {
  const TemporaryFolder folder;
  const std::string data = folder.write("all.txt", small_letor());
  std::filesystem::create_directories(folder.path("a"));
  const std::string one = folder.write("best.conf", "objective = regression\n");
  const std::string two = folder.write("a/best.conf", "objective = lambdarank\n");
  const Words cv = Words{"cv", "--data", data, "--folds", "3", "--metric", "map"} + kSmallTrees;
  fail(2, cv + Words{"--system", one, "--system", two},
       "two systems are called best; --system NAME=F gives a file another name");
  const std::string output = folder.path("o");
  succeed(cv + Words{"--system", "x|y*=" + one, "--system", "lambda=" + two, "--output", output});
  const Json json = Json::parse(read_file(output + "/results.json"));
  CHECK(json["systems"][0]["system"] == "x|y*");
  CHECK(json["systems"][0]["objective"] == "regression");
  CHECK(json["systems"][1]["system"] == "lambda");
  CHECK(json["systems"][1]["objective"] == "lambdarank");
  CHECK(has(read_file(output + "/table.md"), "\n| x\\|y\\* | "));
  CHECK(std::filesystem::exists(output + "/scores/lambda.txt"));
  // A file may have = in its name.
  const std::string equals = folder.write("b=c.conf", "objective = ranknet\n");
  const Json plain = Json::parse(succeed(cv + Words{"--system", equals, "--json", "--quiet"}).out);
  CHECK(plain["systems"][0]["system"] == "b=c");
}

TEST_CASE("the table on standard output, Markdown, TSV and JSON agree") {
  const Table t;
  REQUIRE(t.tsv.size() == 1 + 3 * 5 + 2);
  CHECK(t.tsv[0] == Words{"system", "fold", "rounds", "ndcg@10", "p@1", "map"});
  CHECK(t.json["baseline"] == "lambdarank");
  CHECK(t.json["queries"] == 60);
  CHECK(t.json["folds"] == Json{"Fold1", "Fold2", "Fold3"});
  CHECK(t.json["settings"]["data"] == t.data);
  CHECK(t.json["settings"]["split-seed"] == 1);
  const std::string markdown = read_file(t.folder.path("o/table.md"));
  CHECK(markdown.starts_with("| system | ndcg@10 | p@1 | map |\n|---|---|---|---|\n"));
  const std::vector<std::string> names = {"lambdarank", "regression", "weak"};
  std::size_t line = 1;
  std::size_t marks = 0;
  for (std::size_t s = 0; s < 3; ++s) {
    const Json& system = t.json["systems"][s];
    CHECK(system["system"] == names[s]);
    CHECK(system["objective"] == (s == 0 ? "lambdarank" : "regression"));
    CHECK(system["rounds"] == Json{12, 12, 12});
    CHECK(system["options"]["max-depth"] == (s == 2 ? "1" : "0"));
    CHECK(system["options"]["leaves"] == "6");
    std::string markdown_row = fmt::format("| {} |", names[s]);
    std::string printed_row = names[s] + " *";
    std::string printed_deviations = "\n *\\+-";
    for (std::size_t m = 0; m < 3; ++m) {
      const Json& metric = system["metrics"][m];
      CHECK(metric["metric"] == t.tsv[0][3 + m]);
      double mean = 0;
      for (std::size_t f = 0; f < 3; ++f) {
        CHECK(t.tsv[line + f][0] == names[s]);
        CHECK(t.tsv[line + f][1] == fmt::format("Fold{}", f + 1));
        CHECK(t.tsv[line + f][2] == "12");
        const double value = std::stod(t.tsv[line + f][3 + m]);
        CHECK(metric["of_folds"][f] == value);
        mean += value / 3;
      }
      double squares = 0;
      for (const Json& value : metric["of_folds"])
        squares += std::pow(value.get<double>() - mean, 2);
      const double deviation = std::sqrt(squares / 2);
      CHECK(metric["mean"].get<double>() == doctest::Approx(mean));
      CHECK(metric["deviation"].get<double>() == doctest::Approx(deviation));
      CHECK(metric["mean"] == std::stod(t.tsv[line + 3][3 + m]));
      CHECK(metric["deviation"] == std::stod(t.tsv[line + 4][3 + m]));
      std::string stars;
      if (s > 0) {
        const double p = metric["against_baseline"]["randomisation_p_holm"].get<double>();
        CHECK(p == std::stod(t.tsv[line + 5][3 + m]));
        stars = p < 0.01 ? "**" : p < 0.05 ? "*" : "";
        marks += stars.size();
      } else {
        CHECK_FALSE(metric.contains("against_baseline"));
      }
      std::string escaped;
      for (const char star : stars) escaped += std::string("\\") + star;
      markdown_row += fmt::format(" {:.4f} ± {:.4f}{} |", mean, deviation, escaped);
      printed_row += fmt::format(" {:.4f}{} *", mean, escaped);
      printed_deviations += fmt::format(" *{:.4f}", deviation);
    }
    CHECK(t.tsv[line + 3][1] == "mean");
    CHECK(t.tsv[line + 4][1] == "deviation");
    if (s > 0) CHECK(t.tsv[line + 5][1] == "p");
    line += s == 0 ? 5 : 6;
    CHECK(has(markdown, "\n" + markdown_row + "\n"));
    CAPTURE(t.printed);
    CHECK(matches(t.printed, printed_row + printed_deviations + "\n"));
  }
  CHECK(marks > 0);
  const std::string legend =
      "Fisher's randomisation over the queries of all 3 folds and Holm's correction for 2 "
      "systems.\n";
  CHECK(has(t.printed, legend));
  CHECK(has(markdown, legend));
  // With --json it is the file.
  CHECK(succeed(t.words + Words{"--json"}).out == read_file(t.folder.path("o/results.json")));
}

TEST_CASE("differences and their marks are those of gbrank compare on the out-of-fold scores") {
  const Table t;
  const auto compared = [](const std::string& data, const Words& scores, const Words& metrics) {
    Words words = Words{"compare", "--data", data, "--json"} + metrics;
    for (const std::string& path : scores) words = words + Words{"--scores", path};
    return Json::parse(succeed(words).out);
  };
  const auto check = [](const Json& cv, const Json& compare) {
    for (std::size_t m = 0; m < compare["metrics"].size(); ++m) {
      for (std::size_t s = 1; s < cv["systems"].size(); ++s) {
        const Json& ours = cv["systems"][s]["metrics"][m]["against_baseline"];
        const Json& theirs = compare["metrics"][m]["systems"][s - 1];
        CHECK(ours["queries"] == compare["metrics"][m]["queries"]);
        for (const char* field : {"difference", "low", "high", "t_p", "t_p_holm", "randomisation_p",
                                  "randomisation_p_holm"}) {
          CAPTURE(field);
          CHECK(ours[field].get<double>() == theirs[field].get<double>());
        }
      }
    }
  };
  const Words metrics = {"--metric", "ndcg@10", "--metric", "p@1", "--metric", "map"};
  Words scores;
  for (const char* name : {"lambdarank", "regression", "weak"}) {
    scores.push_back(t.folder.path(fmt::format("o/scores/{}.txt", name)));
  }
  check(t.json, compared(t.data, scores, metrics));

  // Of a folder: the test files one after the other.
  const std::string folds = write_folds(t.folder, "d", read_file(t.data), 3);
  const std::string output = t.folder.path("of-folder");
  succeed(Words{"cv", "--data", folds, "--objective", "lambdarank", "--objective", "ranknet",
                "--output", output} +
          metrics + kSmallTrees);
  std::string tests;
  std::string first;
  std::string second;
  for (int f = 1; f <= 3; ++f) {
    tests += read_file(fmt::format("{}/Fold{}/test.txt", folds, f));
    first += read_file(fmt::format("{}/scores/lambdarank.Fold{}.txt", output, f));
    second += read_file(fmt::format("{}/scores/ranknet.Fold{}.txt", output, f));
  }
  check(Json::parse(read_file(output + "/results.json")),
        compared(t.folder.write("tests.txt", tests),
                 {t.folder.write("first", first), t.folder.write("second", second)}, metrics));
}

TEST_CASE(
    "without further words the table has the metrics of the papers, and one system no marks") {
  const TemporaryFolder folder;
  const std::string folds = write_folds(folder, "d", small_letor(), 3);
  const Run run = succeed(Words{"cv", "--data", folds} + kSmallTrees);
  CHECK(matches(run.out,
                "^system +ndcg@1 +ndcg@2 +ndcg@3 +ndcg@4 +ndcg@5 +ndcg@10 +p@1 +p@2 +p@3 +p@4 +p@5 "
                "+map\nlambdarank "));
  CHECK(has(run.out,
            "\nMeans over the test data of 3 folds, convention standard; below each, the "
            "deviation over folds.\n"));
  CHECK_FALSE(has(run.out, "*"));
  CHECK_FALSE(has(run.out, "Differs"));
  CHECK(matches(run.err, "^cv: 0 of 3 fits, .*\ncv: 3 of 3 fits, "));
  CHECK(succeed(Words{"cv", "--data", folds, "--quiet"} + kSmallTrees).err.empty());

  // One fold is the folder itself, or a single Fold1; it has no deviation.
  const Run one = succeed(Words{"cv", "--data", folds + "/Fold2", "--json"} + kSmallTrees);
  const Json json = Json::parse(one.out);
  CHECK(json["folds"] == Json{"Fold2"});
  CHECK(json["systems"][0]["metrics"][0]["deviation"].is_null());
}

}  // namespace gbrank::test
