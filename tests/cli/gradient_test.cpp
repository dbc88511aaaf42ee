#include "gbrank/gradient.h"

#include <cmath>
#include <numeric>

#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/random_letor.h"

namespace gbrank::test {
namespace {

/// A column of a table with a header, as numbers.
std::vector<double> column(const std::string& text, const std::string& name) {
  const auto lines = table(text);
  const auto at = static_cast<std::size_t>(std::ranges::find(lines[0], name) - lines[0].begin());
  REQUIRE(at < lines[0].size());
  std::vector<double> values;
  for (std::size_t i = 1; i < lines.size(); ++i) values.push_back(std::stod(lines[i][at]));
  return values;
}

void check_close(const std::vector<double>& values, const std::vector<double>& expected) {
  REQUIRE(values.size() == expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    CHECK(values[i] == doctest::Approx(expected[i]).epsilon(1e-14));
  }
}

/// Judged queries and scores for them, with ties among them.
struct Scored {
  TemporaryFolder folder;
  std::string data = folder.write("data.txt", random_letor({.queries = 9, .documents = 25}));
  std::vector<double> values;
  std::string scores;

  Scored() {
    std::string text;
    for (std::size_t i = 0; i < 9 * 25; ++i) {
      values.push_back(std::sin(static_cast<double>(i * i % 191)));
      text += fmt::format("{}\n", values.back());
    }
    scores = folder.write("scores.txt", text);
  }
};

}  // namespace

TEST_CASE("gradient of regression: score less label, from the mean label on") {
  const Run run = succeed({"gradient", "--data", "-", "--objective", "regression"},
                          "3 qid:a 1:1\n1 qid:a\n8 qid:b 1:2\n");
  CHECK(run.out ==
        "qid\tlabel\tscore\tgradient\thessian\n"
        "a\t3\t4\t1\t1\na\t1\t4\t3\t1\nb\t8\t4\t-4\t1\n");
  CHECK(run.err.empty());
  CHECK(succeed({"gradient", "--data", "-", "--objective", "regression", "--per-query"},
                "3 qid:a 1:1\n1 qid:a\n8 qid:b 1:2\n")
            .out == "qid\tloss\na\t5\nb\t8\n");
}

TEST_CASE("gradient of ranknet, by hand on three documents") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", "0 qid:1\n1 qid:1\n2 qid:1\n");
  const std::string scores = folder.write("s.txt", "0.5\n0\n\n-1\n");
  const Words gradient = {"gradient", "--data", data, "--scores", scores, "--objective", "ranknet"};
  const std::string rows = succeed(gradient).out;
  // How wrong each pair is: 1 / (1 + exp(better less worse)).
  const double p10 = 1 / (1 + std::exp(0 - 0.5));
  const double p20 = 1 / (1 + std::exp(-1 - 0.5));
  const double p21 = 1 / (1 + std::exp(-1.0 - 0));
  const auto h = [](double p) { return p * (1 - p); };
  check_close(column(rows, "score"), {0.5, 0, -1});
  check_close(column(rows, "gradient"), {p10 + p20, p21 - p10, -p20 - p21});
  check_close(column(rows, "hessian"), {h(p10) + h(p20), h(p21) + h(p10), h(p20) + h(p21)});
  check_close(column(succeed(gradient + Words{"--per-query"}).out, "loss"),
              {std::log1p(std::exp(0.5)) + std::log1p(std::exp(1.5)) + std::log1p(std::exp(1))});
}

TEST_CASE("gradient of lambdarank, by hand on two documents") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", "2 qid:1\n0 qid:1\n");
  const std::string scores = folder.write("s.txt", "0.3\n0.8\n");
  const std::string rows =
      succeed({"gradient", "--data", data, "--scores", scores, "--objective", "lambdarank"}).out;
  const double weight = 3 * (1 - 1 / std::log2(3)) / 3;  // the change of DCG over the best DCG
  const double p = 1 / (1 + std::exp(0.3 - 0.8));
  check_close(column(rows, "gradient"), {-weight * p, weight * p});
  check_close(column(rows, "hessian"), {weight * p * (1 - p), weight * p * (1 - p)});
}

TEST_CASE("what gradient prints reads back as what the library computes, bit for bit") {
  const Scored scored;
  const Judgements judged = read_judgements(scored.data);
  GradientOptions options;
  for (const ObjectiveInfo& info : objectives()) {
    CAPTURE(info.name);
    options.objective = info.name;
    options.round = 40;
    options.trees = 90;
    options.seed = 5;
    const ObjectiveGradient expected = gradient_of(judged.lists(), scored.values, options);
    const Words gradient = {"gradient", "--data",    scored.data, "--scores",    scored.scores,
                            "--round",  "40",        "--trees",   "90",          "--seed",
                            "5",        "--threads", "2",         "--objective", info.name};
    const std::string rows = succeed(gradient).out;
    CHECK(column(rows, "score") == expected.scores);
    CHECK(column(rows, "gradient") == expected.gradient);
    CHECK(column(rows, "hessian") == expected.hessian);
    CHECK(column(succeed(gradient + Words{"--per-query"}).out, "loss") == expected.losses);

    const auto json = nlohmann::json::parse(succeed(gradient + Words{"--json"}).out);
    CHECK(json.at("objective") == info.name);
    CHECK(json.at("round") == 40);
    CHECK(json.at("traces").size() == info.traces.size());
    REQUIRE(json.at("queries").size() == 9);
    for (std::size_t i = 0; i < judged.labels.size(); ++i) {
      const auto& query = json.at("queries")[i / 25];
      CHECK(query.at("qid") == judged.query_ids[i / 25]);
      CHECK(query.at("loss") == expected.losses[i / 25]);
      const auto& document = query.at("documents")[i % 25];
      CHECK(document.at("label") == judged.labels[i]);
      CHECK(document.at("score") == expected.scores[i]);
      CHECK(document.at("gradient") == expected.gradient[i]);
      CHECK(document.at("hessian") == expected.hessian[i]);
    }
    const auto short_json =
        nlohmann::json::parse(succeed(gradient + Words{"--json", "--per-query"}).out);
    CHECK(short_json.at("queries")[8].at("loss") == expected.losses[8]);
    CHECK_FALSE(short_json.at("queries")[8].contains("documents"));
  }
}

TEST_CASE("exact and fast arithmetic agree for every objective") {
  const Scored scored;
  for (const ObjectiveInfo& info : objectives()) {
    CAPTURE(info.name);
    const Words gradient = {"gradient", "--data", scored.data,   "--scores", scored.scores,
                            "--round",  "125",    "--objective", info.name};
    const std::string exact = succeed(gradient + Words{"--arithmetic", "exact"}).out;
    const std::string fast = succeed(gradient + Words{"--arithmetic", "fast"}).out;
    CHECK(exact == succeed(gradient).out);
    for (const std::string name : {"gradient", "hessian"}) {
      const std::vector<double> a = column(exact, name);
      const std::vector<double> b = column(fast, name);
      for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(std::abs(a[i] - b[i]) <= 1e-9 * std::max(std::abs(a[i]), 1e-3));
      }
    }
  }
}

TEST_CASE("objectives of score differences push as much up as down") {
  const Scored scored;
  for (const std::string objective : {"lambdarank", "ranknet", "gbrank", "sdcg", "shf-sdcg"}) {
    CAPTURE(objective);
    const std::vector<double> gradient =
        column(succeed({"gradient", "--data", scored.data, "--scores", scored.scores, "--objective",
                        objective})
                   .out,
               "gradient");
    CHECK(*std::ranges::max_element(gradient) > 1e-3);
    for (auto query = gradient.begin(); query != gradient.end(); query += 25) {
      CHECK(std::abs(std::accumulate(query, query + 25, 0.0)) < 1e-12);
    }
  }
}

TEST_CASE("gradient shows what fit sees: the losses of the first and of a later round") {
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  const std::string log = folder.path("log.tsv");
  const std::string scores = folder.path("scores.txt");
  for (const std::string objective : {"lambdarank", "reg-shf-sdcg"}) {
    CAPTURE(objective);
    // Ties at the start are broken by the seed, and schedules look at the round. A fit of few
    // planned trees gives other scores, so the later round is that of a fit stopped early.
    const std::string valid = folder.write("v.txt", "1 qid:1 1:0.1\n1 qid:1 1:0.7\n");
    succeed({"fit", "--train", sample().test_gz, "--valid", valid, "--model", model, "--log", log,
             "--objective", objective, "--trees", "30", "--early-stopping", "1", "--seed", "7",
             "--quiet"});
    succeed({"predict", "--model", model, "--data", sample().test_gz, "--output", scores});
    const std::vector<double> losses = column(read_file(log), "loss");
    REQUIRE(losses.size() == 2);
    const Words gradient = {
        "gradient", "--data", sample().test_gz, "--objective",  objective, "--trees", "30",
        "--seed",   "7",      "--per-query",    "--arithmetic", "fast"};
    const auto sum = [](const std::vector<double>& values) {
      return std::accumulate(values.begin(), values.end(), 0.0);
    };
    CHECK(sum(column(succeed(gradient).out, "loss")) == losses[0]);
    CHECK(sum(column(succeed(gradient + Words{"--scores", scores, "--round", "2"}).out, "loss")) ==
          losses[1]);
  }
}

TEST_CASE("query weights multiply gradient, hessian and loss; a query of weight 0 has none") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", "1 qid:a\n0 qid:a\n1 qid:b\n0 qid:b\n");
  const std::string weights = folder.write("w.txt", "2.5\n0\n");
  const Words gradient = {"gradient", "--data",          data,   "--objective",
                          "ranknet",  "--query-weights", weights};
  CHECK(succeed(gradient).out ==
        "qid\tlabel\tscore\tgradient\thessian\n"
        "a\t1\t0\t-1.25\t0.625\na\t0\t0\t1.25\t0.625\nb\t1\t0\t0\t0\nb\t0\t0\t0\t0\n");
  check_close(column(succeed(gradient + Words{"--per-query"}).out, "loss"), {2.5 * std::log(2), 0});
}

}  // namespace gbrank::test
