#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

/// Query a: labels 2 0 1, ranked 0 (label) 2 1. Query b: nothing relevant. Query c: one document.
struct ThreeQueries {
  TemporaryFolder folder;
  std::string data = folder.write("data.txt",
                                  "2 qid:a 1:1 # docid = d1\n0 qid:a 1:2 # docid = d2\n"
                                  "1 qid:a 1:3 # docid = d3\n0 qid:b 1:1 # docid = d4\n"
                                  "0 qid:b 1:1 # docid = d5\n1 qid:c 1:1 # docid = d6\n");
  std::string scores = folder.write("scores.txt", "2\n3\n1\n0\n0\n-1.5e-3\n");

  /// What evaluate prints for one metric.
  std::string value(const std::string& metric, const Words& more = {}) const {
    const Run run =
        succeed(Words{"evaluate", "--data", data, "--scores", scores, "--metric", metric} + more);
    CHECK(run.err.empty());
    REQUIRE(run.out.starts_with(metric + "\t"));
    return run.out.substr(metric.size() + 1, 8);
  }
};

std::string six(double value) { return fmt::format("{:.6f}", value); }

const double kLog3 = std::log2(3.0);

}  // namespace

TEST_CASE("metrics of given scores are printed in the order asked for, metric TAB value") {
  const ThreeQueries three;
  const Run run = succeed({"evaluate", "--data", three.data, "--scores", three.scores, "--metric",
                           "mrr", "--metric", "P@1", "--metric", "ndcg@1", "--metric", "rmse"});
  // Errors of a score to its label: 0, 3, 0, 0, 0 and 1.0015.
  CHECK(run.out == "mrr\t0.750000\np@1\t0.500000\nndcg@1\t0.500000\nrmse\t" +
                       six(std::sqrt((9 + 1.0015 * 1.0015) / 6)) + "\n");
  CHECK(run.err.empty());
}

TEST_CASE("without --metric the usual ones are measured") {
  const ThreeQueries three;
  const auto lines =
      table(succeed({"evaluate", "--data", three.data, "--scores", three.scores}).out);
  Words names;
  for (const auto& line : lines) names.push_back(line[0]);
  CHECK(names == Words{"ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10", "map", "mrr"});
}

TEST_CASE("a convention changes what a metric means, and every part of it can be overridden") {
  const ThreeQueries three;
  // Query a: DCG = 3/log2(3) + 1/2 over 3 + 1/log2(3). Query b counts for some, query c has 1.
  const double a = (3 / kLog3 + 0.5) / (3 + 1 / kLog3);
  const double a_linear = (2 / kLog3 + 0.5) / (2 + 1 / kLog3);
  const double a_letor = (3 + 1 / kLog3) / (3 + 1);
  CHECK(three.value("ndcg") == six((a + 1) / 2));
  CHECK(three.value("ndcg", {"--convention", "ranklib"}) == six((a + 1) / 3));
  CHECK(three.value("ndcg", {"--convention", "lightgbm"}) == six((a + 2) / 3));
  CHECK(three.value("ndcg", {"--convention", "catboost"}) == six((a_linear + 2) / 3));
  CHECK(three.value("ndcg", {"--convention", "letor3"}) == six((a_letor + 1) / 3));

  CHECK(three.value("ndcg", {"--gain", "linear"}) == six((a_linear + 1) / 2));
  CHECK(three.value("ndcg", {"--discount", "letor"}) == six((a_letor + 1) / 2));
  CHECK(three.value("ndcg", {"--no-relevant", "zero"}) == six((a + 1) / 3));
  CHECK(three.value("ndcg", {"--no-relevant", "one"}) == six((a + 2) / 3));
  CHECK(three.value("ndcg", {"--convention", "lightgbm", "--no-relevant", "skip"}) ==
        three.value("ndcg"));
  // A cut-off of 3 is beyond the end of query c.
  CHECK(three.value("ndcg@3") == six((a + 1) / 2));
  CHECK(three.value("ndcg@3", {"--short-lists", "letor4"}) == six(a / 2));
  CHECK(three.value("p@3") == six((2.0 / 3 + 1.0 / 3) / 2));
  CHECK(three.value("p@3", {"--short-lists", "letor4"}) == six((2.0 / 3 + 1.0 / 3) / 2));
  CHECK(three.value("p@3", {"--short-lists", "letor3"}) == six(1.0 / 3));
  // Only the first document is relevant at 2; query c then has none.
  CHECK(three.value("map") == six(((1.0 / 2 + 2.0 / 3) / 2 + 1) / 2));
  CHECK(three.value("map", {"--relevant-label", "2"}) == "0.500000");
  // At 0 every document is.
  CHECK(three.value("map", {"--relevant-label", "0"}) == "1.000000");
}

TEST_CASE("equal scores stand as the tie rule says; trec_eval's reads document ids") {
  const TemporaryFolder folder;
  const std::string data = folder.write(
      "ties.txt", "1 qid:1 1:1 #docid = B\n0 qid:1 1:1 #docid = C\n0 qid:1 1:1 #docid = A\n");
  const std::string scores = folder.write("scores.txt", "1\n1\n1\n");
  const auto mrr = [&](const Words& more) {
    return succeed(Words{"evaluate", "--data", data, "--scores", scores, "--metric", "mrr"} + more)
        .out.substr(4, 8);
  };
  CHECK(mrr({}) == "1.000000");
  CHECK(mrr({"--ties", "worst"}) == six(1.0 / 3));
  CHECK(mrr({"--ties", "average"}) == six((1 + 1.0 / 2 + 1.0 / 3) / 3));
  CHECK(mrr({"--ties", "document-id"}) == "0.500000");  // the greater id first: C B A
  CHECK(mrr({"--convention", "trec_eval"}) == "0.500000");
  CHECK(mrr({"--convention", "trec_eval", "--ties", "row-order"}) == "1.000000");
}

TEST_CASE("--per-query has a header and a line for each query, nan where it does not count") {
  const ThreeQueries three;
  const Words evaluate = {"evaluate", "--data", three.data, "--scores", three.scores,
                          "--metric", "mrr",    "--metric", "recall@1", "--per-query"};
  CHECK(succeed(evaluate).out ==
        "qid\tmrr\trecall@1\na\t0.500000\t0.000000\nb\tnan\tnan\nc\t1.000000\t1.000000\n");
  CHECK(succeed(evaluate + Words{"--no-relevant", "zero"}).out ==
        "qid\tmrr\trecall@1\na\t0.500000\t0.000000\nb\t0.000000\t0.000000\n"
        "c\t1.000000\t1.000000\n");
}

TEST_CASE("--json has the same values for programs") {
  const ThreeQueries three;
  const Words evaluate = {"evaluate",   "--data",       three.data, "--scores",
                          three.scores, "--metric",     "ndcg@10",  "--metric",
                          "mrr",        "--convention", "standard"};
  const Json means = Json::parse(succeed(evaluate + Words{"--json"}).out);
  CHECK(means.at("convention") == "standard");
  CHECK(means.at("rows") == 6);
  CHECK(means.at("queries") == 3);
  CHECK(means.at("metrics").size() == 2);
  CHECK_FALSE(means.contains("per_query"));
  for (const auto& line : table(succeed(evaluate).out)) {
    CHECK(six(means.at("metrics").at(line[0]).get<double>()) == line[1]);
  }

  const Json all = Json::parse(succeed(evaluate + Words{"--json", "--per-query"}).out);
  CHECK(all.at("metrics") == means.at("metrics"));
  const auto lines = table(succeed(evaluate + Words{"--per-query"}).out);
  REQUIRE(all.at("per_query").size() == 3);
  for (std::size_t q = 0; q < 3; ++q) {
    const Json& query = all.at("per_query")[q];
    CHECK(query.at("qid") == lines[q + 1][0]);
    for (const std::size_t column : {1U, 2U}) {
      const Json& value = query.at(lines[0][column]);
      if (lines[q + 1][column] == "nan") {
        CHECK(value.is_null());
      } else {
        CHECK(six(value.get<double>()) == lines[q + 1][column]);
      }
    }
  }
}

TEST_CASE("a metric that no query counts for is nan, null in JSON") {
  const TemporaryFolder folder;
  const std::string data = folder.write("data.txt", "0 qid:1 1:1\n0 qid:1 1:2\n");
  const std::string scores = folder.write("scores.txt", "1\n2\n");
  const Words evaluate = {"evaluate", "--data", data, "--scores", scores, "--metric", "map"};
  CHECK(succeed(evaluate).out == "map\tnan\n");
  CHECK(Json::parse(succeed(evaluate + Words{"--json"}).out).at("metrics").at("map").is_null());
}

TEST_CASE("a model is measured as its own scores are") {
  const TemporaryFolder folder;
  const std::string scores = folder.path("scores.txt");
  succeed({"predict", "--model", small_model(), "--data", sample().test_gz, "--output", scores});
  const Words how = {"--data", sample().test_gz, "--per-query",  "--convention",
                     "letor4", "--metric",       "mean-ndcg",    "--metric",
                     "err@10", "--metric",       "pair-accuracy"};
  const std::string by_model = succeed(Words{"evaluate", "--model", small_model()} + how).out;
  CHECK(succeed(Words{"evaluate", "--scores", scores} + how).out == by_model);
  CHECK(succeed(Words{"evaluate", "--model", small_model(), "--threads", "1"} + how).out ==
        by_model);
  CHECK(succeed(Words{"evaluate", "--scores", "-"} + how, read_file(scores)).out == by_model);
  CHECK(table(by_model).size() == 21);
}

TEST_CASE("a plain computation of NDCG@10 agrees") {
  const TemporaryFolder folder;
  const std::string text =
      succeed({"predict", "--model", small_model(), "--data", sample().train_gz}).out;
  std::vector<double> scores;
  for (const auto& line : table(text)) scores.push_back(std::stod(line[0]));
  const double expected = plain_ndcg10(letor_rows(sample().train_text), scores);
  CHECK(succeed({"evaluate", "--model", small_model(), "--data", sample().train_gz, "--metric",
                 "ndcg@10"})
            .out == "ndcg@10\t" + six(expected) + "\n");
}

TEST_CASE("data may be plain, gzip or standard input") {
  const Words evaluate = {"evaluate", "--model", small_model(), "--data"};
  const std::string values = succeed(evaluate + Words{sample().test}).out;
  CHECK(succeed(evaluate + Words{sample().test_gz}).out == values);
  CHECK(succeed(evaluate + Words{"-"}, sample().test_text).out == values);
}

TEST_CASE("evaluating a model on data with more features says so once, on standard error") {
  const Run run = succeed({"evaluate", "--model", small_model(), "--data", "-", "--metric", "map"},
                          "1 qid:1 1:2 50:1\n0 qid:1 51:1\n");
  CHECK(has(run.err, "standard input: has features up to 51; the model knows 45"));
  CHECK(std::ranges::count(run.err, '\n') == 1);
  CHECK(run.out.starts_with("map\t"));
}

TEST_CASE("scores that do not fit the data are errors with file and line") {
  const ThreeQueries three;
  const auto wrong = [&](const std::string& scores, const std::string& message) {
    CAPTURE(scores);
    const std::string path = three.folder.write("wrong.txt", scores);
    fail(1, {"evaluate", "--data", three.data, "--scores", path}, path + message);
  };
  wrong("1\n2\n3\n4\n5\n", ": found 5 scores, the data has 6 rows");
  wrong("1\n2\n3\n4\n5\n6\n7\n", ": found 7 scores, the data has 6 rows");
  wrong("", ": found 0 scores, the data has 6 rows");
  wrong("1\n", ": found 1 score, the data has 6 rows");
  wrong("1\n2\nthree\n4\n5\n6\n", ":3: found \"three\", expected one score");
  wrong("1\n2\n3\nnan\n5\n6\n", ":4: found \"nan\", expected one score");
  wrong("1\n2 3\n4\n5\n6\n", ":2: found \"2 3\", expected one score");
  wrong("1\n\n0x2\n", ":3: found \"0x2\", expected one score");
  fail(1, {"evaluate", "--data", three.data, "--scores", "no-such-file"},
       "no-such-file: cannot be opened");
}

TEST_CASE("data that cannot be judged is an error with file and line") {
  const TemporaryFolder folder;
  const auto wrong = [&](const std::string& text, const std::string& message) {
    CAPTURE(text);
    const std::string path = folder.write("wrong.txt", text);
    fail(1, {"evaluate", "--data", path, "--model", small_model()}, path + message);
  };
  wrong("1 qid:1 1:1\n-1 qid:1 1:1\n", ":2: ");
  wrong("1 qid:1 1:1\n1 1:1\n", ":2: ");
  wrong("1 qid:1 1:1\n1 qid:2 1:1\n1 qid:1 1:1\n", ":3: query \"1\" returns");
  wrong("", ": found no rows");
}

}  // namespace gbrank::test
