#include <filesystem>
#include <regex>

#include "cli/program.h"

namespace gbrank::test {
namespace {

const Words kCommands = {"fit", "predict", "evaluate", "dump", "importance", "man", "completion"};

/// A fit whose data does not exist: a complaint about anything else came before the data was read.
Words fit_without_data(const Words& more) {
  return Words{"fit", "--train", "no-such-file", "--model", sample().folder.path("unused.json")} +
         more;
}

std::vector<std::string> options_in_help(const std::string& command) {
  const std::string text = succeed({command, "--help"}).out;
  const std::regex option("\n  (--[a-z0-9-]+)");
  std::vector<std::string> names;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), option);
       at != std::sregex_iterator(); ++at) {
    names.push_back((*at)[1]);
  }
  return names;
}

}  // namespace

TEST_CASE("--version says the name and a version") {
  const Run run = succeed({"--version"});
  CHECK(std::regex_match(run.out, std::regex("gbrank [0-9]+\\.[0-9]+\\.[0-9]+\n")));
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
  for (const std::string name :
       {"train F", "valid F", "model F", "objective NAME (=lambdarank)", "trees N (=250)",
        "learning-rate X (=0.1)", "leaves N (=31)", "min-docs-per-leaf N (=20)", "bins N (=255)",
        "l2 X (=0)", "leaf NAME (=newton)", "feature-fraction X (=1)", "query-fraction X (=1)",
        "metric M", "early-stopping N (=0)", "threads N (=0)", "seed N (=1)", "lambdarank-k K",
        "config F"}) {
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

TEST_CASE("what is near nothing gets the list of what there is") {
  fail(2, {"xyzzy"}, "known: fit, predict, evaluate, dump, importance");
  fail(2, {"fit", "--xyzzy"}, "gbrank fit --help lists what there is");
  fail(2, fit_without_data({"--objective", "xyzzy"}), "known: regression, lambdarank");
}

TEST_CASE("an option with one dash is an unknown option, not a stray argument") {
  fail(2, fit_without_data({"-tree", "5"}), "did you mean --trees?");
  fail(2, {"evaluate", "-h"}, "unknown option --h; gbrank evaluate --help lists");
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
      fail(2, fit_without_data({"--" + name + "=" + value}), name);
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

TEST_CASE("the man page renders without warnings and has every option of every command") {
  const std::string page = succeed({"man"}).out;
  const std::string plain = std::regex_replace(page, std::regex("\\\\-"), "-");
  for (const std::string& command : kCommands) {
    const std::size_t begin = plain.find(".SH GBRANK " + command + "\n");
    CAPTURE(command);
    REQUIRE(begin != std::string::npos);
    const std::string section = plain.substr(begin, plain.find("\n.SH", begin) - begin);
    for (const std::string& option : options_in_help(command)) {
      CAPTURE(option);
      CHECK(std::regex_search(section, std::regex("\n\\.B " + option + "[ \n]")));
    }
  }
  const Run rendered = on_path("groff") ? run_command({"groff", "-man", "-Tutf8", "-ww"}, page)
                       : on_path("man") ? run_command({"man", "--warnings", "-l", "-"}, page)
                                        : Run{-1, "", "", 0};
  if (rendered.status == -1) {
    MESSAGE("skipped: neither groff nor man is on PATH");
    return;
  }
  CHECK(rendered.status == 0);
  CHECK(rendered.err == "");
  CHECK(has(rendered.out, "LambdaMART with the defaults"));
}

namespace {

/// What bash offers for the last of these words.
std::string completed(const std::string& words) {
  const std::string script = succeed({"completion"}).out;
  const Run run = run_command(
      {"bash", "--norc", "-c",
       script + "COMP_WORDS=(" + words +
           "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gbrank; echo \"${COMPREPLY[*]}\""});
  INFO(run.err);
  CHECK(run.err.empty());
  return run.out.substr(0, run.out.find('\n'));
}

}  // namespace

TEST_CASE("the completion script is bash and completes commands, options and names") {
  if (!on_path("bash")) {
    MESSAGE("skipped: bash is not on PATH");
    return;
  }
  CHECK(run_command({"bash", "-n"}, succeed({"completion"}).out).status == 0);
  CHECK(completed("gbrank fi") == "fit");
  CHECK(completed("gbrank --v") == "--version");
  CHECK(completed("gbrank fit --obj") == "--objective");
  CHECK(completed("gbrank fit --objective la") == "lambdarank");
  CHECK(completed("gbrank evaluate --convention letor") == "letor3 letor4");
  CHECK(completed("gbrank dump --format d") == "dot");
  CHECK(completed("gbrank predict --obj") == "");
  CHECK(completed("gbrank fit --train " GBRANK_DATASETS "/feature-n") == GBRANK_DATASETS
        "/feature-names.txt");
  for (const std::string& command : kCommands) {
    CAPTURE(command);
    const auto offered = table(completed("gbrank " + command + " --"), ' ');
    CHECK(offered[0] == options_in_help(command));
  }
}

}  // namespace gbrank::test
