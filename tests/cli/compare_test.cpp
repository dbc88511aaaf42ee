#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

/// Fifteen queries of two documents, one of which is relevant (but for the last query, in which
/// none is): mrr is 1 where it stands first and 1/2 where it does not.
struct FifteenQueries {
  TemporaryFolder folder;
  std::string data;

  FifteenQueries() {
    std::string text;
    for (int q = 1; q <= 15; ++q) {
      text += fmt::format("{} qid:{} 1:1\n0 qid:{} 1:2\n", q < 15 ? 1 : 0, q, q);
    }
    data = folder.write("data.txt", text);
  }

  /// The relevant document stands first in the queries up to `first`.
  std::string scores(const std::string& name, int first) const {
    std::string text;
    for (int q = 1; q <= 15; ++q) text += q <= first ? "1\n0\n" : "0\n1\n";
    return folder.write(name, text);
  }
};

}  // namespace

TEST_CASE("two rankings are compared: means, interval, tests, wins and what changed most") {
  const FifteenQueries f;
  const std::string a = f.scores("a", 2);
  const std::string b = f.scores("b", 7);
  const Run run = succeed({"compare", "--data", f.data, "--scores", a, "--scores", b, "--metric",
                           "mrr", "--changes", "2"});
  CHECK(run.err.empty());
  // Five of the 14 queries that count rise from 1/2 to 1: of 32 exchanges 2 differ as much. The
  // mean is 5/28, its error sqrt(14 * (5 / 56 - (5 / 28)^2) / 13 / 14), and t with 13 degrees of
  // freedom leaves 2.5% beyond 2.160369.
  const double error = std::sqrt((5 / 56.0 - 25 / 784.0) / 13);
  const double reach = 2.160369 * error;
  CHECK(has(run.out, "mrr, 14 queries\n"));
  CHECK(has(run.out, fmt::format("{:+.4f}  {:+.4f} to {:+.4f}", 5 / 28.0, 5 / 28.0 - reach,
                                 5 / 28.0 + reach)));
  CHECK(has(run.out, " 0.0625 "));
  CHECK(has(run.out, " 5/9/0\n"));
  CHECK(has(run.out, "changed most: qid 3 +0.5000, 4 +0.5000\n"));
  CHECK(has(run.out, "0.5714\n"));
  CHECK(has(run.out, "0.7500"));
  CHECK_FALSE(has(run.out, "Holm"));
}

TEST_CASE("several systems are compared with the baseline, with Holm's correction; JSON") {
  const FifteenQueries f;
  const std::string a = f.scores("a", 2);
  const std::string b = f.scores("b", 7);
  const std::string c = f.scores("c", 12);
  const Words words = {"compare", "--data",     f.data, "--scores", a,     "--scores",
                       b,         "--scores",   c,      "--metric", "mrr", "--metric",
                       "p@1",     "--baseline", b};
  const Json json = Json::parse(succeed(words + Words{"--json", "--changes", "1"}).out);
  CHECK(json["baseline"] == b);
  CHECK(json["queries"] == 15);
  CHECK(json["convention"] == "standard");
  CHECK(json["seed"] == 42);
  CHECK(json["samples"] == 100000);
  REQUIRE(json["metrics"].size() == 2);
  const Json& mrr = json["metrics"][0];
  CHECK(mrr["metric"] == "mrr");
  CHECK(mrr["baseline_mean"] == 0.75);
  REQUIRE(mrr["systems"].size() == 2);
  CHECK(mrr["systems"][0]["system"] == a);
  CHECK(mrr["systems"][1]["system"] == c);
  CHECK(mrr["systems"][0]["losses"] == 5);
  CHECK(mrr["systems"][1]["wins"] == 5);
  for (const Json& system : mrr["systems"]) {
    CHECK(system["randomisation_p"] == 0.0625);
    CHECK(system["randomisation_exact"] == true);
    CHECK(system["randomisation_p_holm"] == 0.125);
    CHECK(system["t_p_holm"].get<double>() == doctest::Approx(2 * system["t_p"].get<double>()));
    CHECK(system["ties"] == 9);
    CHECK(system["changed_most"].size() == 1);
  }
  CHECK(mrr["systems"][1]["changed_most"][0] ==
        Json{{"qid", "8"}, {"baseline", 0.5}, {"value", 1.0}});
  const std::string text = succeed(words).out;
  CHECK(has(text, "Holm"));
  CHECK(has(text, fmt::format("changed most by {}: qid 8 +0.5000, 9 ", c)));
  CHECK(has(text, "\np@1, 14 queries\n"));
}

TEST_CASE("models may be given in the place of scores, and an error that falls is a win") {
  const std::string test = sample().test;
  TemporaryFolder folder;
  const std::string scores = folder.path("scores");
  succeed({"predict", "--model", small_model("regression"), "--data", test, "--output", scores});
  const Words words = {"compare",  "--data", test,       "--model", small_model("lambdarank"),
                       "--metric", "rmse",   "--metric", "ndcg",    "--json"};
  const Json by_scores = Json::parse(
      succeed(words + Words{"--scores", scores, "--baseline", small_model("lambdarank")}).out);
  Json by_model = Json::parse(succeed(words + Words{"--model", small_model("regression")}).out);
  for (std::size_t m = 0; m < 2; ++m) {
    Json& system = by_model["metrics"][m]["systems"][0];
    CHECK(system["system"] == small_model("regression"));
    system["system"] = scores;
    CHECK(by_scores["metrics"][m] == by_model["metrics"][m]);
  }
  const Json& rmse = by_model["metrics"][0]["systems"][0];
  CHECK(rmse["difference"].get<double>() < 0);
  CHECK(rmse["wins"] > rmse["losses"]);
  // What evaluate says.
  const std::string evaluated =
      succeed({"evaluate", "--data", test, "--scores", scores, "--metric", "ndcg"}).out;
  CHECK(evaluated ==
        fmt::format("ndcg\t{:.6f}\n", by_model["metrics"][1]["systems"][0]["mean"].get<double>()));
}

TEST_CASE("the seed and the number of samples change a p that is sampled, threads do not") {
  const Words words = {"compare",
                       "--data",
                       sample().train,
                       "--model",
                       small_model("lambdarank"),
                       "--model",
                       small_model("regression"),
                       "--metric",
                       "ndcg@10",
                       "--json"};
  const auto p = [&](const Words& more) {
    const Json json = Json::parse(succeed(words + more).out);
    return json["metrics"][0]["systems"][0]["randomisation_p"].get<double>();
  };
  const double expected = p({});
  CHECK(p({"--threads", "1"}) == expected);
  CHECK(p({"--threads", "3"}) == expected);
  CHECK(p({"--seed", "7"}) != expected);
  CHECK(p({"--samples", "999"}) != expected);
}

TEST_CASE("what cannot be compared is refused") {
  const FifteenQueries f;
  const std::string a = f.scores("a", 2);
  const std::string b = f.scores("b", 7);
  const Words start = {"compare", "--data", f.data, "--scores", a};
  fail(2, start, "give two systems or more to compare");
  fail(2, start + Words{"--scores", a}, "is given twice");
  fail(2, start + Words{"--scores", b, "--baseline", "c"}, "--baseline is c, expected one of");
  fail(2, start + Words{"--scores", b, "--samples", "0"}, "--samples is 0, expected 1 to");
  fail(2, start + Words{"--scores", b, "--changes", "-1"}, "--changes is -1, expected 0 or more");
  fail(2, start + Words{"--scores", b, "--seed", "-1"}, "--seed is -1");
  fail(2, start + Words{"--scores", b, "--metric", "ndgc"}, "ndcg");
  fail(2, {"compare", "--data", "-", "--scores", a, "--scores", "-"},
       "only one of --data and --scores can be standard input");
  fail(1, start + Words{"--scores", f.folder.write("short", "1\n")}, "found 1 score");
  fail(1, start + Words{"--model", f.folder.path("none")}, "none");
}

}  // namespace gbrank::test
