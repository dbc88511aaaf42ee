#include <csignal>
#include <filesystem>

#include "cli/program.h"

namespace gbrank::test {

TEST_CASE("a file that is read is never written over, by whatever name") {
  const TemporaryFolder folder;
  const std::string text = "1 qid:1 1:1\n0 qid:1 1:0\n";
  const std::string data = folder.write("data.txt", text);
  const std::string model = folder.path("m.json");
  succeed({"fit", "--train", data, "--model", model, "--quiet"});
  const std::string model_text = read_file(model);
  std::filesystem::create_symlink(data, folder.path("link"));

  fail(2, {"fit", "--train", data, "--model", data}, "--train and --model are the same file");
  fail(2, {"fit", "--train", data, "--model", folder.path("link")}, "are the same file");
  fail(2, {"fit", "--train", model, "--valid", data, "--model", folder.path("n"), "--log", data},
       "--valid and --log are the same file");
  fail(2, {"fit", "--train", data, "--model", folder.path("n"), "--log", folder.path("n")},
       "--model and --log are the same file");
  fail(2, {"fit", "--train", data, "--model", folder.path("n"), "--plot", data},
       "--train and --plot are the same file");
  fail(2,
       {"fit", "--train", data, "--model", folder.path("n"), "--log", folder.path("l"), "--plot",
        folder.path("l")},
       "--log and --plot are the same file");
  fail(2, {"predict", "--model", model, "--data", data, "--output", data}, "are the same file");
  fail(2, {"predict", "--model", model, "--data", data, "--output", model}, "are the same file");
  fail(2, {"dump", "--model", model, "--output", model}, "--model and --output are the same file");
  CHECK(read_file(data) == text);
  CHECK(read_file(model) == model_text);
}

TEST_CASE("- is standard output for scores and dumps, and no name of a model") {
  const TemporaryFolder folder;
  const std::string data = folder.write("data.txt", "1 qid:1 1:1\n0 qid:1 1:0\n");
  const std::string model = folder.path("m.json");
  succeed({"fit", "--train", data, "--model", model, "--quiet"});
  const Words predict = {"predict", "--model", model, "--data", data};
  CHECK(succeed(predict + Words{"--output", "-"}).out == succeed(predict).out);
  const Words dump = {"dump", "--model", model};
  CHECK(succeed(dump + Words{"--output", "-"}).out == succeed(dump).out);
  fail(2, {"fit", "--train", data, "--model", "-"}, "--model, --log and --plot go to files");
  fail(2, {"fit", "--train", data, "--model", model, "--plot", "-"},
       "--plot go to files, not to -");
}

TEST_CASE("an interrupted fit leaves no file behind") {
  const TemporaryFolder folder;
  const std::string command =
      fmt::format("timeout -s INT 1 '{}' fit --train {} --model {} --log {} --trees 100000 --quiet",
                  GBRANK_PROGRAM, sample().train_gz, folder.path("m.json"), folder.path("log.tsv"));
  CHECK(run_command({"bash", "-c", command}).status != 0);
  CHECK(std::filesystem::is_empty(std::filesystem::path(folder.path("m.json")).parent_path()));
}

TEST_CASE("a validation file with other features than the training data is said to have them") {
  const TemporaryFolder folder;
  const std::string train = folder.write("train.txt", "1 qid:1 1:1 3:1\n0 qid:1 1:0\n");
  const std::string valid = folder.write("valid.txt", "1 qid:1 1:1\n0 qid:1 2:1\n");
  const Run run = succeed(
      {"fit", "--train", train, "--valid", valid, "--model", folder.path("m"), "--trees", "1"});
  CHECK(has(run.err, "train.txt: 2 rows, 1 queries, 3 features, "));
  CHECK(has(run.err, "valid.txt: 2 rows, 1 queries, 2 features (the training data has 3), "));
}

TEST_CASE("with several test files each line says whose it is") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.txt", "1 qid:1 1:1\n0 qid:1 1:0\n");
  const std::string b = folder.write("b.txt", "2 qid:1 1:1\n0 qid:1 1:0\n");
  const Words fit = {"fit",     "--train", a,          "--model", folder.path("m"),
                     "--trees", "1",       "--metric", "dcg@1",   "--min-docs-per-leaf",
                     "1",       "--quiet"};
  CHECK(succeed(fit + Words{"--test", b}).out == "dcg@1\t3.000000\n");
  CHECK(succeed(fit + Words{"--test", a, "--test", b}).out ==
        fmt::format("dcg@1\t1.000000\t{}\ndcg@1\t3.000000\t{}\n", a, b));
}

TEST_CASE("errors about labels name the file that has them") {
  const TemporaryFolder folder;
  const std::string good = folder.write("good.txt", "1 qid:1 1:1\n0 qid:1 1:0\n");
  const std::string large = folder.write("large.txt", "2000 qid:1 1:1\n0 qid:1 1:0\n");
  const std::string model = folder.path("m.json");
  fail(1, {"fit", "--train", large, "--model", model, "--quiet"}, large + ": row 1 has label 2000");
  fail(1, {"fit", "--train", good, "--valid", large, "--model", model, "--quiet"},
       large + ": row 1: label 2000 is too large for ndcg@10");
  succeed({"fit", "--train", good, "--model", model, "--quiet"});
  fail(1, {"evaluate", "--data", large, "--model", model}, large + ": row 1: label 2000");
  fail(1,
       {"fit", "--train", good, "--feature-names", folder.write("none.txt", ""), "--model", model},
       "none.txt: found no name");
}

TEST_CASE(
    "a metric that is asked for twice is measured once; one for which nothing counts is said") {
  const TemporaryFolder folder;
  const std::string data = folder.write("data.txt", "0 qid:1 1:1\n0 qid:1 1:0\n");
  const std::string scores = folder.write("scores.txt", "1\n2\n");
  const Run run = succeed(
      {"evaluate", "--data", data, "--scores", scores, "--metric", "ndcg@3", "--metric", "NDCG@3"});
  CHECK(run.out == "ndcg@3\tnan\n");
  CHECK(run.err == fmt::format("gbrank: {}: no query counts for ndcg@3\n", data));
}

TEST_CASE("a convention that is overridden in part says so where it is recorded") {
  const TemporaryFolder folder;
  const std::string data = folder.write("data.txt", "1 qid:1 1:1\n0 qid:1 1:0\n");
  const std::string model = folder.path("m.json");
  const Words changed = {"--convention", "letor3", "--gain", "linear", "--relevant-label", "2"};
  const std::string name = "letor3, gain linear, relevant-label 2";
  succeed(Words{"fit", "--train", data, "--model", model, "--quiet"} + changed);
  CHECK(has(read_file(model), "\"convention\":\"" + name + "\""));
  const Words evaluate = {"evaluate", "--data", data, "--model", model, "--json"};
  CHECK(has(succeed(evaluate + changed).out, "\"convention\": \"" + name + "\""));
  CHECK(has(succeed(evaluate).out, "\"convention\": \"standard\""));
}

}  // namespace gbrank::test
