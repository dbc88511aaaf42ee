#include "cli/program.h"

namespace gbrank::test {

TEST_CASE("gradient: mistakes in options are exit 2 before the data is read") {
  const Words gradient = {"gradient", "--data", "no-such-file"};
  fail(2, {"gradient", "--objective", "ranknet"}, "'--data' is required");
  fail(2, gradient + Words{"--objective", "ranknt"},
       "--objective is 'ranknt', did you mean ranknet?");
  fail(2, gradient + Words{"--objective", "ranknt", "--lambdarank-k", "1"}, "did you mean ranknet");
  fail(2, gradient + Words{"--objective", "ranknet", "--lambdarank-k", "1"},
       "--lambdarank-k belongs to objective lambdarank, the objective is ranknet");
  fail(2, gradient + Words{"--round", "6", "--trees", "5"}, "--round is 6, expected 1 to 5");
  fail(2, gradient + Words{"--round", "0"}, "--round is 0, expected 1 to 250");
  fail(2, gradient + Words{"--trees", "0"}, "--trees is 0");
  fail(2, gradient + Words{"--seed", "-1"}, "--seed is -1");
  fail(2, gradient + Words{"--threads", "-1"}, "--threads is -1");
  fail(2, gradient + Words{"--arithmetic", "exat"}, "--arithmetic is 'exat', did you mean exact?");
  fail(2, gradient + Words{"--objective", "sdcg", "--sdcg-k", "0"}, "--sdcg-k is '0', expected");
  fail(2, {"gradient", "--data", "-", "--scores", "-"},
       "--data and --scores can be standard input");
  fail(2, gradient + Words{"--scors", "x"}, "unknown option --scors, did you mean --scores?");
}

TEST_CASE("gradient: mistakes in files are exit 1 with file and line") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", "1 qid:1\n0 qid:1\n");
  const Words gradient = {"gradient", "--data", data, "--scores"};
  const auto wrong_scores = [&](const std::string& text, const std::string& message) {
    const std::string scores = folder.write("s.txt", text);
    fail(1, gradient + Words{scores}, scores + message);
  };
  wrong_scores("1\n2\n3\n", ": found 3 scores, the data has 2 rows");
  wrong_scores("1\n\nx\n", ":3: found \"x\", expected one finite score");
  wrong_scores("1\n1 2\n", ":2: found \"1 2\", expected one finite score");
  wrong_scores("inf\n1\n", ":1: found \"inf\", expected one finite score");
  fail(1, gradient + Words{"no-such-file"}, "no-such-file: cannot be opened");
  fail(1, {"gradient", "--data", "no-such-file"}, "no-such-file: cannot be opened");
  const std::string bad = folder.write("bad.txt", "1 qid:1\nx qid:1\n");
  fail(1, {"gradient", "--data", bad}, bad + ":2: ");
  const std::string large = folder.write("large.txt", "2000 qid:1\n0 qid:1\n");
  fail(1, {"gradient", "--data", large, "--objective", "lambdarank"}, large + ": ");
}

TEST_CASE("gradient reads a config file too, switches of objectives among it") {
  const TemporaryFolder folder;
  const std::string data = folder.write("d.txt", "2 qid:1\n0 qid:1\n1 qid:1\n");
  const Words gradient = {"gradient", "--data", data, "--objective", "sdcg"};
  const std::string plain = succeed(gradient).out;
  const std::string normalized = succeed(gradient + Words{"--sdcg-normalize"}).out;
  CHECK(normalized != plain);
  CHECK(succeed(gradient + Words{"--sdcg-normalize", "--trees", "9"}).out == normalized);
  const auto with_config = [&](const std::string& text) {
    return gradient + Words{"--config", folder.write("c.ini", text)};
  };
  CHECK(succeed(with_config("sdcg-normalize = true\n")).out == normalized);
  CHECK(succeed(with_config("sdcg-normalize = false\n")).out == plain);
  fail(2, with_config("sdcg-normalize = maybe\n"), "--sdcg-normalize is 'maybe'");
  fail(2, gradient + Words{"--sdcg-normalize=true"}, "--sdcg-normalize");
}

}  // namespace gbrank::test
