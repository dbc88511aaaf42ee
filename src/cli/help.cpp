#include "cli/help.h"

#include <map>
#include <sstream>

#include <fmt/format.h>

#include "gbrank/version.h"

#include "cli/arguments.h"

namespace gbrank::cli {

std::string overview_text() {
  std::string text =
      "gbrank: gradient-boosted trees for ranking\n\n"
      "  gbrank fit --train train.txt --valid vali.txt --model model.json\n"
      "  gbrank evaluate --data test.txt --model model.json\n\n"
      "Commands:\n";
  for (const Command& command : commands()) {
    text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  return text +
         "\ngbrank COMMAND --help tells the options of a command, gbrank --version the version.\n"
         "Results go to standard output, progress and messages to standard error.\n"
         "Exit status: 0 done, 1 bad data or a failed run, 2 bad usage.\n";
}

std::string help_text(const Command& command) {
  std::ostringstream text;
  text << fmt::format("gbrank {}: {}\n\nExamples:\n", command.name, command.summary);
  for (const Example& example : command.examples) {
    text << fmt::format("  # {}\n  {}\n", example.purpose, example.command);
  }
  for (const po::options_description& group : command.options()) text << '\n' << group;
  return text.str();
}

namespace {

/// Text for roff: a leading point or quote would be a request, a backslash an escape.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\\\";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
  return result;
}

}  // namespace

std::string man_page() {
  std::string text = fmt::format(
      ".TH GBRANK 1 \"\" \"gbrank {}\" \"User Commands\"\n.SH NAME\n"
      "gbrank \\- gradient\\-boosted trees for ranking\n.SH SYNOPSIS\n",
      version());
  for (const Command& command : commands()) {
    text += fmt::format(".B gbrank {}\n.RI [ options ]\n.br\n", roff(command.name));
  }
  text +=
      ".SH DESCRIPTION\n"
      "Trains, applies, measures and shows rankers on judged queries in LETOR files: lines of\n"
      ".IR label \" qid:\" Q \" \" index : value \" ... # \" comment ,\n"
      "plain or gzip. Results go to standard output, progress and messages to standard error.\n";
  for (const Command& command : commands()) {
    text += fmt::format(".SH GBRANK {}\n{}.\n", command.name, roff(command.summary));
    for (const po::options_description& group : command.options()) {
      for (const auto& option : group.options()) {
        text += fmt::format(".TP\n.B {}\n{}\n", roff(option->format_name()), "");
        text.pop_back();
        const std::string parameter = option->format_parameter();
        if (!parameter.empty()) {
          text.pop_back();
          text += fmt::format(" {}\n", roff(parameter));
        }
        text += roff(option->description()) + "\n";
      }
    }
    for (const Example& example : command.examples) {
      text += fmt::format(".PP\n{}:\n.PP\n.nf\n    {}\n.fi\n", roff(example.purpose),
                          roff(example.command));
    }
  }
  return text +
         ".SH EXIT STATUS\n0: done. 1: bad data or a failed run. 2: bad usage.\n"
         ".SH ENVIRONMENT\n.TP\n.B TMPDIR\nWhere large gzip files and standard input are "
         "unpacked.\n";
}

std::string bash_completion() {
  std::string names;
  std::string cases;
  std::string values;
  // The first command's words serve for the others, too, except where theirs are different.
  std::string other_values;
  std::map<std::string, std::vector<std::string>> done;
  for (const Command& command : commands()) {
    names += (names.empty() ? "" : " ") + command.name;
    std::string options;
    for (const po::options_description& group : command.options()) {
      for (const auto& option : group.options()) {
        const std::string& name = option->long_name();
        options += (options.empty() ? "--" : " --") + name;
        const std::vector<std::string> choices = choices_of(name, command.name);
        if (choices.empty()) continue;
        const auto [first, is_new] = done.emplace(name, choices);
        if (!is_new && first->second == choices) continue;
        (is_new ? values : other_values) +=
            fmt::format("    {}\\ --{}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                        is_new ? "*" : command.name, name, fmt::join(choices, " "));
      }
    }
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command.name, options);
  }
  return fmt::format(
      "# bash completion for gbrank; printed by gbrank completion\n"
      "_gbrank() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\" "
      "options=\"\"\n"
      "  if [[ $COMP_CWORD -eq 1 ]]; then\n"
      "    COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"${{COMP_WORDS[1]}} $previous\" in\n{}{}  esac\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}  esac\n"
      "  if [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
      "  else\n"
      "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _gbrank gbrank\n",
      names, other_values, values, cases);
}

}  // namespace gbrank::cli
