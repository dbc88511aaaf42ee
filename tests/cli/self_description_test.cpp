#include "gbrank/objectives.h"

#include "cli/help_options.h"
#include "cli/program.h"

namespace gbrank::test {

TEST_CASE("the man page renders without warnings and has every option of every command") {
  const std::string page = succeed({"man"}).out;
  std::string plain = page;
  for (std::size_t at = 0; (at = plain.find("\\-", at)) != std::string::npos;) plain.erase(at, 1);
  for (const std::string& command : kCommands) {
    const std::size_t begin = plain.find(".SH GBRANK " + command + "\n");
    CAPTURE(command);
    REQUIRE(begin != std::string::npos);
    const std::string section = plain.substr(begin, plain.find("\n.SH", begin) - begin);
    for (const std::string& option : options_in_help(command)) {
      CAPTURE(option);
      CHECK(matches(section, "\n\\.B " + option + "[ \n]"));
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
  CHECK(completed("gbrank export --format r") == "ranklib");
  CHECK(completed("gbrank gradient --arithmetic ex") == "exact");
  for (const ObjectiveInfo& info : objectives()) {
    for (const ObjectiveOption& option : info.options) {
      if (option.choices.empty()) continue;
      CHECK(completed(fmt::format("gbrank fit --{} ''", option.name)) ==
            fmt::format("{}", fmt::join(option.choices, " ")));
    }
  }
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
