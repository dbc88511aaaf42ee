#include "cli/program.h"

namespace gbrank::test {
namespace {

/// The place before a message about a line of a file.
std::string at(const std::string& path, int line) { return fmt::format("{}:{}: ", path, line); }

std::size_t rounds(const std::string& log) { return table(read_file(log)).size() - 1; }

}  // namespace

TEST_CASE("a config file takes the names of the options, required ones and repeated ones too") {
  const TemporaryFolder folder;
  const std::string by_options = folder.path("options.json");
  const std::string by_config = folder.path("config.json");
  const std::string log = folder.path("log.tsv");
  succeed({"fit", "--train", sample().train_gz, "--model", by_options, "--objective", "regression",
           "--trees", "3", "--learning-rate", "0.25", "--quiet", "--metric", "p@5"});
  const std::string config = folder.write(
      "fit.ini", fmt::format("# a comment\ntrain = {}\nmodel={}\n\n  objective = regression\n"
                             "trees = 3  # three\nlearning-rate = 0.25\nquiet = yes\r\n"
                             "metric = p@5\nmetric = map\nlog = {}\n",
                             sample().train_gz, by_config, log));
  const Run run = succeed({"fit", "--config", config});
  CHECK(run.err.empty());
  CHECK(read_file(by_config) == read_file(by_options));
  CHECK(table(read_file(log))[0] == Words{"round", "loss", "train p@5", "train map"});
}

TEST_CASE("the command line wins over the config file") {
  const TemporaryFolder folder;
  const std::string log = folder.path("log.tsv");
  const std::string config =
      folder.write("fit.ini", "trees = 5\nmetric = p@5\nmetric = map\nleaves = 4\n");
  const Words fit = {"fit",   "--train", sample().test_gz, "--model",  folder.path("m.json"),
                     "--log", log,       "--quiet",        "--config", config};
  succeed(fit);
  CHECK(rounds(log) == 5);
  succeed(fit + Words{"--trees", "2", "--metric", "mrr"});
  CHECK(rounds(log) == 2);
  CHECK(table(read_file(log))[0] == Words{"round", "loss", "train mrr"});
  const std::string model = read_file(folder.path("m.json"));
  CHECK(has(model, "\"leaves\":\"4\""));
  CHECK(has(model, "\"metric\":\"mrr\""));
}

TEST_CASE("predict and evaluate read config files too") {
  const TemporaryFolder folder;
  const std::string config = folder.write(
      "both.ini", fmt::format("model = {}\ndata = {}\n", small_model(), sample().test_gz));
  CHECK(succeed({"predict", "--config", config}).out ==
        succeed({"predict", "--model", small_model(), "--data", sample().test_gz}).out);
  const std::string evaluation = folder.write(
      "evaluate.ini", read_file(config) + "json = true\nconvention = letor3\nmetric = map\n");
  CHECK(succeed({"evaluate", "--config", evaluation}).out ==
        succeed({"evaluate", "--model", small_model(), "--data", sample().test_gz, "--json",
                 "--convention", "letor3", "--metric", "map"})
            .out);
}

TEST_CASE("a mistake in a config file is exit 2 with file and line") {
  const TemporaryFolder folder;
  const auto wrong = [&](const std::string& text, int line, const std::string& message) {
    CAPTURE(text);
    const std::string config = folder.write("wrong.ini", text);
    fail(2, {"fit", "--train", "no-such-file", "--model", "m.json", "--config", config},
         at(config, line) + message);
  };
  wrong("trees = 3\n\nleavs = 4\n", 3, "unknown option leavs, did you mean leaves?");
  wrong("trees = 3\nxyzzy = 4\n", 2, "unknown option xyzzy; gbrank fit --help lists");
  wrong("--trees = 3\n", 1, "unknown option --trees, did you mean trees?");
  wrong("# trees\ntrees = 3\n[shape]\nleaves = 4\n", 4, "unknown option shape.leaves");
  wrong("trees = 3\nleaves\nbins = 4\n", 2, "found 'leaves', expected name = value");
  wrong("trees = 3\nleaves = many\n", 2, "the argument ('many') for option 'leaves' is invalid");
  wrong("leaves = 3\nquiet = maybe\n", 2, "the argument ('maybe') for option 'quiet' is invalid");
  wrong("trees = 3\nleaves = 4\ntrees = 3\n", 3, "option 'trees' cannot be specified more");
  wrong("trees = 3\nconfig = other.ini\n", 2, "config belongs on the command line");
  wrong("trees = 3\nhelp = 1\n", 2, "help belongs on the command line");
}

TEST_CASE("an option of another command in a config file is an error") {
  const TemporaryFolder folder;
  const std::string config = folder.write("fit.ini", "data = x\nleaves = 3\n");
  fail(2, {"predict", "--model", "m.json", "--config", config},
       at(config, 2) + "unknown option leaves");
}

TEST_CASE("values from a config file are checked like those from the command line") {
  const TemporaryFolder folder;
  const Words fit = {"fit", "--train", "no-such-file", "--model", "m.json", "--config"};
  fail(2, fit + Words{folder.write("a.ini", "trees = 0\n")}, "--trees is 0");
  fail(2, fit + Words{folder.write("b.ini", "objective = lambdrank\n")},
       "did you mean lambdarank?");
  fail(2, fit + Words{folder.write("c.ini", "objective = regression\nlambdarank-k = 3\n")},
       "--lambdarank-k belongs to objective lambdarank");
}

TEST_CASE("a config file that cannot be read is named") {
  fail(1, {"fit", "--config", "no-such.ini"}, "no-such.ini: cannot be opened");
}

}  // namespace gbrank::test
