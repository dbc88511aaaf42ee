#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

const std::string kThreeQueries =
    "2 qid:a 1:3\n0 qid:a 1:1\n1 qid:b 1:2\n0 qid:b 1:5\n1 qid:c 1:4\n0 qid:c 1:6\n";

}  // namespace

TEST_CASE("fit --query-weights: a weight of 3 is the query written three times, 0 is left out") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", kThreeQueries);
  std::string text = "2 qid:a 1:3\n0 qid:a 1:1\n";
  for (int i = 1; i <= 3; ++i) text += fmt::format("1 qid:b{0} 1:2\n0 qid:b{0} 1:5\n", i);
  const std::string repeated = folder.write("r.txt", text);
  const auto scores = [&](const std::string& train, const Words& more) {
    succeed(Words{"fit", "--train", train, "--model", folder.path("m.json"), "--objective",
                  "regression", "--trees", "3", "--min-docs-per-leaf", "1", "--quiet"} +
            more);
    std::vector<double> values;
    const Run run = succeed({"predict", "--model", folder.path("m.json"), "--data", data});
    for (const auto& line : table(run.out)) values.push_back(std::stod(line[0]));
    return values;
  };
  const std::string weights = folder.write("w.txt", "1\n3\n0\n");
  const std::vector<double> weighted = scores(data, {"--query-weights", weights});
  const std::vector<double> written = scores(repeated, {});
  const std::vector<double> plain = scores(data, {});
  for (std::size_t i = 0; i < 4; ++i) CHECK(weighted[i] == doctest::Approx(written[i]));
  CHECK(std::abs(weighted[0] - plain[0]) > 1e-3);
}

TEST_CASE("the model says whether weights were used, and which") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", kThreeQueries);
  const auto record = [&](const Words& more) {
    const std::string model = folder.path("m.json");
    succeed(Words{"fit", "--train", data, "--model", model, "--trees", "2", "--quiet"} + more);
    return nlohmann::json::parse(read_file(model))
        .at("settings")
        .at("query-weights")
        .get<std::string>();
  };
  const auto with = [&](const std::string& text) {
    return record({"--query-weights", folder.write("w.txt", text)});
  };
  CHECK(record({}) == "none");
  const std::string one = with("1\n2\n3\n");
  CHECK(matches(one, "^[0-9a-f]{16}$"));
  CHECK(with("1.0\n\n2e0\n3\n") == one);
  CHECK(with("1\n3\n2\n") != one);
}

TEST_CASE("mistakes in a file of query weights are errors with file and line, before training") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", kThreeQueries);
  const auto wrong = [&](const std::string& text, const std::string& message) {
    CAPTURE(text);
    const std::string weights = folder.write("w.txt", text);
    fail(1,
         {"fit", "--train", data, "--model", folder.path("m.json"), "--quiet", "--query-weights",
          weights},
         weights + message);
    fail(1, {"gradient", "--data", data, "--query-weights", weights}, weights + message);
  };
  const std::string expected = ", expected one weight, a finite number of 0 or more";
  wrong("1\n2\nheavy\n", ":3: found \"heavy\"" + expected);
  wrong("1\n-2\n3\n", ":2: found \"-2\"" + expected);
  wrong("1\ninf\n3\n", ":2: found \"inf\"" + expected);
  wrong("nan\n1\n3\n", ":1: found \"nan\"" + expected);
  wrong("1 2\n1\n3\n", ":1: found \"1 2\"" + expected);
  wrong("1\n2\n", ": found 2 weights, expected one a query, the data has 3 queries");
  wrong("1\n2\n3\n4\n", ": found 4 weights, expected one a query, the data has 3 queries");
  wrong("1\n", ": found 1 weight, expected one a query, the data has 3 queries");
  wrong("0\n0\n0\n", ": every weight is 0");
  fail(2, {"fit", "--train", "-", "--query-weights", "-", "--model", "m"}, "standard input");
  fail(
      1,
      {"fit", "--train", data, "--model", folder.path("m.json"), "--query-weights", "no-such-file"},
      "no-such-file: cannot be opened");
  fail(2, {"fit", "--train", data, "--query-weights", data, "--model", data}, "same file");
}

}  // namespace gbrank::test
