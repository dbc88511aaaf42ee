#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

std::size_t trees_of(const std::string& model) {
  return nlohmann::json::parse(read_file(model)).at("trees").size();
}

std::string dump_of(const std::string& model) { return succeed({"dump", "--model", model}).out; }

std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.insert(entry.path().filename());
  }
  return names;
}

/// The values of a column of a log, by round from 1.
std::vector<double> logged(const std::string& log, const std::string& column) {
  const auto lines = table(read_file(log));
  const auto at = static_cast<std::size_t>(std::ranges::find(lines[0], column) - lines[0].begin());
  REQUIRE(at < lines[0].size());
  std::vector<double> values = {std::nan("")};
  for (std::size_t round = 1; round < lines.size(); ++round) {
    values.push_back(std::stod(lines[round][at]));
  }
  return values;
}

/// The round with the best value, the earliest of equals.
std::size_t best_round(const std::vector<double>& values, bool higher = true) {
  std::size_t best = 1;
  for (std::size_t round = 2; round < values.size(); ++round) {
    if (higher ? values[round] > values[best] : values[round] < values[best]) best = round;
  }
  return best;
}

}  // namespace

TEST_CASE("--log has a header and a line for each round, with every metric on every file") {
  const TemporaryFolder folder;
  const std::string log = folder.path("log.tsv");
  const Run run = succeed(small_fit(folder.path("m.json")) +
                          Words{"--valid", sample().valid_gz, "--valid", sample().test_gz,
                                "--metric", "ndcg@5", "--metric", "MAP", "--log", log});
  CHECK(run.out.empty());
  const auto lines = table(read_file(log));
  REQUIRE(lines.size() == 21);
  CHECK(lines[0] == Words{"round", "loss", "train ndcg@5", "train map", "valid1 ndcg@5",
                          "valid1 map", "valid2 ndcg@5", "valid2 map"});
  for (std::size_t round = 1; round < lines.size(); ++round) {
    REQUIRE(lines[round].size() == 8);
    CHECK(lines[round][0] == std::to_string(round));
    CHECK(std::stod(lines[round][1]) > 0);
  }
  // The last line is what evaluate says of the model, on each of the three files.
  const std::string files[] = {sample().train_gz, sample().valid_gz, sample().test_gz};
  for (std::size_t file = 0; file < 3; ++file) {
    const auto values = table(succeed({"evaluate", "--model", folder.path("m.json"), "--data",
                                       files[file], "--metric", "ndcg@5", "--metric", "map"})
                                  .out);
    CHECK(values[0][1] == lines[20][2 + 2 * file]);
    CHECK(values[1][1] == lines[20][3 + 2 * file]);
  }
}

TEST_CASE("early stopping keeps the best round, the earliest of equals, and stops after N more") {
  struct Choice {
    const char* objective;
    const char* metric;
    bool higher;
    bool coarse;  // few values, so that its best comes back in later rounds
    std::size_t patience;
  };
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  const std::string log = folder.path("log.tsv");
  for (const Choice& choice : {Choice{"lambdarank", "ndcg@10", true, false, 10},
                               Choice{"lambdarank", "p@2", true, true, 15},
                               Choice{"regression", "rmse", false, false, 5}}) {
    CAPTURE(choice.metric);
    const Words fit =
        Words{"fit", "--train",     sample().test_gz, "--valid",  sample().valid_gz, "--model",
              model, "--objective", choice.objective, "--metric", choice.metric,     "--metric",
              "map", "--quiet"} +
        kShape;
    succeed(fit + Words{"--trees", "100", "--log", log, "--early-stopping",
                        std::to_string(choice.patience)});
    const std::vector<double> values = logged(log, fmt::format("valid {}", choice.metric));
    const std::size_t best = trees_of(model);
    CHECK(best > 1);
    // The log has six digits, so that only where values are coarse equal ones are surely equal.
    CHECK(values[best] == values[best_round(values, choice.higher)]);
    if (choice.coarse) CHECK(best == best_round(values));
    CHECK(values.size() - 1 == std::min<std::size_t>(best + choice.patience, 100));
    CHECK(nlohmann::json::parse(read_file(model)).at("best_round") == best);

    // They are the trees of a fit of that many rounds.
    const std::string stopped = dump_of(model);
    succeed(fit + Words{"--trees", std::to_string(best)});
    CHECK(dump_of(model) == stopped);
  }
}

TEST_CASE("of rounds that are all equally good, early stopping keeps the first") {
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  const std::string log = folder.path("log.tsv");
  const std::string valid = folder.write("valid.txt", "1 qid:1 1:0.1\n1 qid:1 1:0.7\n");
  succeed({"fit", "--train", sample().test_gz, "--valid", valid, "--model", model, "--trees", "50",
           "--early-stopping", "4", "--log", log, "--quiet"});
  CHECK(trees_of(model) == 1);
  CHECK(table(read_file(log)).size() - 1 == 5);
}

TEST_CASE("the first validation file and the first metric choose the round") {
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  const std::string log = folder.path("log.tsv");
  for (const Words& order : {Words{"--valid", sample().valid_gz, "--valid", sample().train_gz},
                             Words{"--valid", sample().train_gz, "--valid", sample().valid_gz}}) {
    succeed(Words{"fit", "--train", sample().test_gz, "--model", model, "--metric", "p@5",
                  "--metric", "map", "--trees", "60", "--early-stopping", "8", "--log", log,
                  "--quiet"} +
            kShape + order);
    CHECK(trees_of(model) == best_round(logged(log, "valid1 p@5")));
  }
}

TEST_CASE("without early stopping every tree is kept, though the best round is recorded") {
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  const std::string log = folder.path("log.tsv");
  succeed(Words{"fit", "--train", sample().test_gz, "--valid", sample().valid_gz, "--model", model,
                "--trees", "50", "--metric", "p@1", "--log", log, "--quiet"} +
          kShape);
  CHECK(trees_of(model) == 50);
  const std::size_t best = best_round(logged(log, "valid p@1"));
  CHECK(best < 50);
  CHECK(nlohmann::json::parse(read_file(model)).at("best_round") == best);
}

TEST_CASE("early stopping without validation data is bad usage") {
  fail(2, {"fit", "--train", "t", "--model", "m", "--early-stopping", "5"}, "needs --valid");
}

TEST_CASE("progress goes to standard error in lines when it is no terminal; --quiet keeps silent") {
  const TemporaryFolder folder;
  const Words fit = {"fit",
                     "--train",
                     sample().test_gz,
                     "--valid",
                     sample().valid_gz,
                     "--model",
                     folder.path("m.json"),
                     "--trees",
                     "60"};
  const Run loud = succeed(fit);
  CHECK(loud.out.empty());
  const std::string line(
      "^round [0-9]+/60  loss [0-9.]+  valid ndcg@10 0\\.[0-9]{4} \\(best round [0-9]+\\)  "
      "[0-9.]+ s elapsed, [0-9.]+ s left$");
  const auto lines = table(loud.err, '\n');
  REQUIRE(lines.size() > 12);
  CHECK(lines.size() < 30);
  // How long reading and training took: to the millisecond, unless the machine is very slow.
  const std::string seconds("([0-9]\\.[0-9]{3}|[0-9]{2,}\\.[0-9]) s$");
  CHECK(matches(lines[0][0], "S5\\.txt\\.gz: 2327 rows, 20 queries, 45 features, " + seconds));
  CHECK(matches(lines[1][0], "S4\\.txt\\.gz: 2068 rows, 20 queries, 45 features, " + seconds));
  for (std::size_t i = 2; i + 1 < lines.size(); ++i) {
    CAPTURE(lines[i][0]);
    CHECK(matches(lines[i][0], line));
  }
  CHECK(lines[lines.size() - 2][0].starts_with("round 60/60 "));
  CHECK(matches(lines.back()[0], "m\\.json: 60 trees, " + seconds));
  CHECK_FALSE(has(loud.err, "\r"));

  const Run quiet = succeed(fit + Words{"--quiet"});
  CHECK(quiet.out.empty());
  CHECK(quiet.err.empty());
}

TEST_CASE("on a terminal progress is a bar that fits its width") {
  if (!on_path("script") || !on_path("stty")) {
    MESSAGE("skipped: script or stty is not on PATH");
    return;
  }
  if (run_command({"script", "-qec", "true", "/dev/null"}).status != 0) {
    MESSAGE("skipped: no terminal can be opened here");
    return;
  }
  const TemporaryFolder folder;
  for (const std::size_t columns : {50U, 80U, 200U}) {
    CAPTURE(columns);
    const Run run = run_command(
        {"script", "-qec",
         fmt::format("stty cols {}; '{}' fit --train {} --valid {} --model {} --trees 30", columns,
                     GBRANK_PROGRAM, sample().test_gz, sample().valid_gz, folder.path("m.json")),
         "/dev/null"});
    REQUIRE(run.status == 0);
    std::size_t bars = 0;
    for (const auto& part : table(run.out, '\r')) {
      for (const std::string& text : part) {
        if (!text.ends_with("\033[K")) continue;
        CAPTURE(text);
        ++bars;
        CHECK(text.size() - 3 < columns);
        CHECK_FALSE(has(text, "nan"));
        if (columns > 50) CHECK(matches(text, "^\\[=* *\\] [0-9]+/30 "));
        if (columns > 50) CHECK(has(text, "valid ndcg@10 0."));
        if (columns > 50) CHECK(matches(text, "[0-9] s elapsed, .* left"));
        if (columns == 200) CHECK(has(text, "(best round "));
      }
    }
    CHECK(bars >= 2);  // the first and the last round at least
    if (columns == 200) CHECK(has(run.out, "[========================] 30/30 "));
  }
}

TEST_CASE("--test prints what evaluate prints of the model") {
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  const Words tests = {"--test", sample().test_gz};
  for (const Words& metrics :
       {Words{}, Words{"--metric", "ndcg@7", "--metric", "p@3", "--convention", "letor3"},
        Words{"--metric", "map", "--relevant-label", "2", "--ties", "worst", "--gain", "linear"},
        Words{"--convention", "trec_eval"}}) {
    const Run fit = succeed(small_fit(model) + tests + metrics);
    CHECK(fit.err.empty());
    const Words evaluate = Words{"evaluate", "--model", model} + metrics + Words{"--data"};
    CHECK(fit.out == succeed(evaluate + Words{sample().test_gz}).out);
    CHECK(matches(fit.out, "^([a-z]+(@[0-9]+)?\t0\\.[0-9]{6}\n)+$"));
  }
}

TEST_CASE("feature names go into the model; their mistakes are errors with file and line") {
  const TemporaryFolder folder;
  const auto names = table(read_file(sample().feature_names), '\n');
  const auto model = nlohmann::json::parse(read_file(small_model()));
  REQUIRE(model.at("feature_names").size() == 45);
  for (std::size_t i = 0; i < 45; ++i) CHECK(model.at("feature_names")[i] == names[i][0]);

  const std::string path = folder.path("names.txt");
  const Words fit = small_fit(folder.path("m.json")) + Words{"--feature-names", path};
  folder.write("names.txt", "a\nb\na\n");
  fail(1, fit, path + ":3: ");
  folder.write("names.txt", "a\n\nc\n");
  fail(1, fit, path + ":2: ");
  folder.write("names.txt", "a\nb\n");
  fail(1, fit, "names.txt: found 2 names, expected one for each of the 45 features of");
  CHECK(files_in(folder.path("")) == std::set<std::string>{"names.txt"});
}

TEST_CASE("a model or log that cannot be written is said before the data is read") {
  const TemporaryFolder folder;
  const std::string nowhere = folder.path("no-such-folder/m.json");
  fail(1, {"fit", "--train", "no-such-file", "--model", nowhere}, nowhere + ": cannot be written");
  fail(1, {"fit", "--train", "no-such-file", "--model", folder.path("")}, "is a directory");
  fail(1,
       {"fit", "--train", "no-such-file", "--model", folder.path("m.json"), "--log",
        folder.path("no-such-folder/log.tsv")},
       "log.tsv: cannot be written");
  CHECK(files_in(folder.path("")).empty());
}

TEST_CASE("a file that cannot be read is said before anything is read or trained") {
  const TemporaryFolder folder;
  const Words fit = {"fit", "--train", sample().test_gz, "--model", folder.path("m.json")};
  for (const std::string option : {"--valid", "--test", "--feature-names", "--query-weights"}) {
    fail(1, fit + Words{option, "no-such-file"}, "no-such-file: cannot be opened");
    fail(1, fit + Words{option, folder.path("")}, "is a directory");
  }
  fail(1, fit + Words{"--test", sample().test_gz, "--test", "no-such-file"}, "no-such-file: ");
  CHECK(files_in(folder.path("")).empty());
}

TEST_CASE("a failed fit leaves the model and the log that were there, and nothing else") {
  const TemporaryFolder folder;
  const std::string model = folder.write("m.json", "an old model");
  const std::string log = folder.write("log.tsv", "an old log");
  const std::string bad = folder.write("bad.txt", sample().test_text + "1 qid:7 1:2 2:x\n");
  const std::string irrelevant = folder.write("irrelevant.txt", "0 qid:1 1:2\n0 qid:1 1:3\n");
  const std::set<std::string> before = files_in(folder.path(""));
  const Words rest = {"--model", model, "--log", log, "--trees", "3", "--quiet"};
  fail(1, Words{"fit", "--train", bad} + rest, bad + ":2328: found value \"x\" of feature 2");
  fail(1, Words{"fit", "--train", "no-such-file"} + rest, "no-such-file: cannot be opened");
  fail(1, Words{"fit", "--train", sample().test_gz, "--valid", bad} + rest, bad + ":2328: ");
  fail(1, Words{"fit", "--train", sample().test_gz, "--valid", irrelevant} + rest,
       "irrelevant.txt: no query counts for ndcg@10");
  CHECK(read_file(model) == "an old model");
  CHECK(read_file(log) == "an old log");
  CHECK(files_in(folder.path("")) == before);

  succeed(Words{"fit", "--train", sample().test_gz} + rest);
  CHECK(trees_of(model) == 3);
  CHECK(files_in(folder.path("")) == before);
}

TEST_CASE("data that teaches nothing gives a model without trees, and says so") {
  const TemporaryFolder folder;
  const std::string model = folder.path("m.json");
  const Run run = succeed({"fit", "--train", "-", "--model", model}, "1 qid:1 1:1\n1 qid:1 1:2\n");
  CHECK(has(run.err, "nothing to learn"));
  CHECK(trees_of(model) == 0);
  CHECK(succeed({"predict", "--model", model, "--data", "-"}, "1 qid:1 1:1\n").out == "0\n");
}

TEST_CASE("a fit whose leaves are too small to split says so") {
  const TemporaryFolder folder;
  const std::string rows = "1 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 1:1\n0 qid:2 1:2\n";
  const Words fit = {"fit", "--train", "-", "--model", folder.path("m.json"), "--trees", "2"};
  CHECK(has(succeed(fit, rows).err,
            "no tree has a split, so every document gets the same score: 4 documents may be too "
            "few for --min-docs-per-leaf 100"));
  CHECK_FALSE(has(succeed(fit + Words{"--min-docs-per-leaf", "1"}, rows).err, "no tree"));
}

}  // namespace gbrank::test
