#include <array>

#include "gbrank/fit.h"

#include "cli/help_options.h"
#include "cli/program.h"

namespace gbrank::test {
namespace {

/// A fit whose data does not exist: a complaint about anything else came before the data was read.
Words fit_without_data(const Words& more) {
  return Words{"fit", "--train", "no-such-file", "--model", sample().folder.path("unused.json")} +
         more;
}

}  // namespace

TEST_CASE("--version says the name and a version") {
  const Run run = succeed({"--version"});
  CHECK(matches(run.out, "^gbrank [0-9]+\\.[0-9]+\\.[0-9]+\n$"));
  CHECK(run.err.empty());
}

TEST_CASE("without arguments the overview goes to standard error, exit 2; with --help to output") {
  const Run nothing = run_gbrank({});
  CHECK(nothing.status == 2);
  CHECK(nothing.out.empty());
  const Run help = succeed({"--help"});
  CHECK(help.err.empty());
  CHECK(help.out == nothing.err);
  CHECK(help.out == succeed({"help"}).out);
  for (const std::string& command : kCommands) CHECK(has(help.out, "\n  " + command + " "));
}

TEST_CASE("the help of every command has a title, then two examples of it, then its options") {
  for (const std::string& command : kCommands) {
    CAPTURE(command);
    const Run run = succeed({command, "--help"});
    CHECK(run.err.empty());
    CHECK(run.out == succeed({"help", command}).out);
    const auto lines = table(run.out, '\n');
    REQUIRE(lines.size() > 8);
    CHECK(lines[0][0].starts_with("gbrank " + command + ": "));
    CHECK(lines[1].empty());
    CHECK(lines[2][0] == "Examples:");
    for (const std::size_t example : {3U, 5U}) {
      CHECK(lines[example][0].starts_with("  # "));
      CHECK(has(lines[example + 1][0], "gbrank " + command));
    }
    CHECK(lines[7].empty());
    CHECK(has(run.out, "\n  --help "));
  }
}

TEST_CASE("the help has the options of the contract, with defaults as a person writes them") {
  const std::string fit = succeed({"fit", "--help"}).out;
  const FitOptions defaults;
  for (const std::string& name :
       {std::string("train F"), std::string("valid F"), std::string("model F"),
        fmt::format("objective NAME (={})", defaults.objective),
        fmt::format("trees N (={})", defaults.trees),
        fmt::format("learning-rate X (={})", defaults.learning_rate),
        fmt::format("leaves N (={})", defaults.tree.leaves),
        fmt::format("min-docs-per-leaf N (={})", defaults.tree.min_docs_per_leaf),
        fmt::format("bins N (={})", ReadOptions{}.bins),
        fmt::format("l2 X (={})", defaults.tree.l2), std::string("leaf NAME"),
        fmt::format("feature-fraction X (={})", defaults.feature_fraction),
        fmt::format("query-fraction X (={})", defaults.query_fraction), std::string("metric M"),
        fmt::format("early-stopping N (={})", defaults.early_stopping),
        fmt::format("threads N (={})", defaults.threads),
        fmt::format("seed N (={})", defaults.seed), std::string("lambdarank-k K"),
        std::string("config F")}) {
    CAPTURE(name);
    CHECK(has(fit, "\n  --" + name));
  }
  const auto check_options = [](const std::string& command, const Words& expected) {
    CAPTURE(command);
    const std::vector<std::string> known = options_in_help(command);
    for (const std::string& name : expected) {
      CAPTURE(name);
      CHECK(std::ranges::count(known, "--" + name) == 1);
    }
  };
  check_options("predict", {"model", "data", "output"});
  check_options("evaluate",
                {"data", "scores", "model", "metric", "convention", "per-query", "json"});
  check_options("dump", {"model", "format", "trees"});
  check_options("export", {"model", "format", "output", "name", "store", "verify", "data",
                           "tolerance", "shift-positive", "lossy"});
  check_options("gradient", {"data", "objective", "scores", "round", "trees", "seed", "per-query",
                             "query-weights", "arithmetic", "json", "sdcg-k"});
  check_options("objectives", {"objective", "json"});
}

TEST_CASE("an unknown command, option or name suggests the nearest known one, exit 2") {
  fail(2, {"fti"}, "unknown command 'fti', did you mean fit?");
  fail(2, {"help", "predct"}, "unknown command 'predct', did you mean predict?");
  fail(2, {"--verison"}, "unknown option --verison, did you mean --version?");
  fail(2, {"fit", "--tran", "x"}, "unknown option --tran, did you mean --train?");
  fail(2, {"predict", "--date", "x"}, "unknown option --date, did you mean --data?");
  fail(2, fit_without_data({"--objective", "lambdrank"}), "did you mean lambdarank?");
  fail(2, fit_without_data({"--metric", "ndgc@10"}), "did you mean ndcg?");
  fail(2, fit_without_data({"--convention", "letr4"}), "did you mean letor4?");
  fail(2, fit_without_data({"--leaf", "nwton"}), "--leaf is 'nwton', did you mean newton?");
  for (const auto& [option, wrong, right] : {std::array{"--gain", "liner", "linear"},
                                             {"--discount", "leotr", "letor"},
                                             {"--no-relevant", "skp", "skip"},
                                             {"--ties", "averge", "average"},
                                             {"--short-lists", "leto4", "letor4"},
                                             {"--convention", "xgbost", "xgboost"},
                                             {"--metric", "pair-acuracy", "pair-accuracy"}}) {
    fail(2, {"evaluate", "--data", "no-such-file", "--model", "no-such-file", option, wrong},
         fmt::format("did you mean {}?", right));
  }
  fail(2, {"dump", "--model", "no-such-file", "--format", "jsn"}, "did you mean json?");
  fail(2, {"importance", "--model", "no-such-file", "--by", "gian"}, "did you mean gain?");
}

TEST_CASE("a share of the queries is for several bags") {
  const Words fit = {"fit", "--train", sample().train_gz, "--model", sample().folder.path("m")};
  fail(2, fit + Words{"--bag-fraction", "0.5"}, "--bag-fraction needs --bags of 2 or more");
  fail(2, fit + Words{"--bags", "0"}, "--bags is 0, expected 1 to 4096");
  fail(2, fit + Words{"--bags", "2", "--bag-fraction", "0"},
       "--bag-fraction is 0, expected more than 0");
}

TEST_CASE("what is near nothing gets the list of what there is") {
  fail(2, {"xyzzy"}, "known: fit, predict, evaluate, compare, cv, tune, convert, dump");
  fail(2, {"fit", "--xyzzy"}, "gbrank fit --help lists what there is");
  fail(2, fit_without_data({"--objective", "xyzzy"}), "known: lambdarank, ranknet, ");
}

TEST_CASE("an option with one dash is an unknown option, not a stray argument") {
  fail(2, fit_without_data({"-tree", "5"}), "did you mean --trees?");
  fail(2, {"evaluate", "-x"}, "unknown option --x; gbrank evaluate --help lists");
  CHECK(succeed({"evaluate", "-h"}).out == succeed({"evaluate", "--help"}).out);
  fail(2, fit_without_data({"stray"}), "unexpected argument 'stray'");
}

TEST_CASE("a part of an option's name is not that option") {
  fail(2, fit_without_data({"--learning", "0.1"}), "did you mean --learning-rate?");
}

TEST_CASE("options that are needed and not given, or given twice, are exit 2") {
  fail(2, {"fit", "--model", "m"}, "'--train' is required");
  fail(2, {"fit", "--train", "t"}, "'--model' is required");
  fail(2, {"predict", "--model", "m"}, "'--data' is required");
  fail(2, {"dump"}, "'--model' is required");
  fail(2, fit_without_data({"--trees"}), "'--trees' is missing");
  fail(2, fit_without_data({"--trees", "2", "--trees", "3"}), "'--trees' cannot be specified more");
  fail(2, {"evaluate", "--data", "d"}, "either --scores or --model");
  fail(2, {"evaluate", "--data", "d", "--scores", "s", "--model", "m"},
       "either --scores or --model");
}

TEST_CASE("a value out of range is exit 2 before the data is read, and names its option") {
  for (const auto& [name, values] : std::vector<std::pair<std::string, Words>>{
           {"trees", {"0", "-1", "1.5", "x", "", "99999999999"}},
           {"bins", {"1", "0", "256", "-2"}},
           {"leaves", {"1", "0", "-3"}},
           {"max-depth", {"-1"}},
           {"min-docs-per-leaf", {"0", "-1"}},
           {"min-hessian", {"-1", "nan", "inf"}},
           {"learning-rate", {"nan", "inf", "0", "-0.1", "fast"}},
           {"l2", {"-1", "nan"}},
           {"feature-fraction", {"0", "1.1", "-1", "nan"}},
           {"query-fraction", {"0", "1.1", "-1", "nan"}},
           {"early-stopping", {"-1"}},
           {"threads", {"-1", "100000"}},
           {"seed", {"-1", "1.5", "99999999999999999999"}},
           {"lambdarank-k", {"-1", "x", "1.5"}},
           {"relevant-label", {"-1", "nan", "inf"}}}) {
    for (const std::string& value : values) {
      fail(2, fit_without_data({"--" + name + "=" + value}), "--" + name);
    }
  }
  for (const std::string command : {"predict", "evaluate"}) {
    for (const std::string threads : {"-1", "100000"}) {
      fail(2, {command, "--data", "no-such-file", "--model", "no-such-file", "--threads", threads},
           "--threads is " + threads);
    }
  }
  fail(2, {"importance", "--model", "no-such-file", "--top", "-1"}, "--top is -1");
}

TEST_CASE("an option of another objective is exit 2 and says whose it is") {
  fail(2, fit_without_data({"--objective", "regression", "--lambdarank-k", "10"}),
       "--lambdarank-k belongs to objective lambdarank, the objective is regression");
  fail(2, fit_without_data({"--objective", "regression", "--sdcg-k", "10"}),
       "--sdcg-k belongs to objectives sdcg, shf-sdcg, reg-shf-sdcg, the objective is regression");
}

TEST_CASE("standard input can be read once") {
  fail(2, {"fit", "--train", "-", "--valid", "-", "--model", "m"}, "standard input");
  fail(2, {"fit", "--train", "-", "--test", "-", "--model", "m"}, "standard input");
  fail(2, {"evaluate", "--data", "-", "--scores", "-"}, "standard input");
}

TEST_CASE("output that cannot be written is a failed run") {
  for (const std::string words : {"fit --help", "--version", "man"}) {
    const Run run =
        run_command({"bash", "-c", fmt::format("'{}' {} > /dev/full", GBRANK_PROGRAM, words)});
    CAPTURE(words);
    CHECK(run.status == 1);
    CHECK(run.err.starts_with("gbrank: "));
  }
}

}  // namespace gbrank::test
