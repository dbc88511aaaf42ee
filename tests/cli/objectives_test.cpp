#include "gbrank/objectives.h"

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

/// Without the breaks and the columns.
std::string unwrapped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const char next = c == '\n' ? ' ' : c;
    if (next != ' ' || !result.ends_with(' ')) result += next;
  }
  return result;
}

}  // namespace

TEST_CASE("objectives tells everything of each objective, in lines of 80") {
  const std::string text = succeed({"objectives"}).out;
  for (const auto& line : table(text, '\n')) {
    if (!line.empty()) CHECK(line[0].size() <= 80);
    if (!line.empty()) CHECK_FALSE(line[0].ends_with(' '));
  }
  const std::string all = unwrapped(text);
  CHECK(has(text, "lambdarank (the default)\n"));
  for (const ObjectiveInfo& info : objectives()) {
    CAPTURE(info.name);
    CHECK(has("\n" + text, "\n" + info.name));
    CHECK(has(all, " optimises " + info.summary + " "));
    CHECK(has(all, " paper " + info.paper + " "));
    CHECK(has(all, " cost " + info.cost + " "));
    CHECK(has(all, fmt::format(" leaf {}, ", leaf_rule_name(info.leaf))));
    for (const std::string& trace : info.traces) CHECK(has(all, trace));
    for (const ObjectiveOption& option : info.options) {
      CHECK(has(all, fmt::format(" --{} ", option.name)));
      CHECK(has(all, option.help));
      for (const std::string& word : option.choices) CHECK(has(all, word));
    }
    const std::string one = succeed({"objectives", "--objective", info.name}).out;
    CHECK(one.starts_with(info.name));
    CHECK(has(all, one.substr(0, one.find('\n'))));
  }
}

TEST_CASE("objectives --json has the same for programs") {
  const auto json = nlohmann::json::parse(succeed({"objectives", "--json"}).out);
  const std::vector<ObjectiveInfo> all = objectives();
  REQUIRE(json.size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(json[i].at("name") == all[i].name);
    CHECK(json[i].at("summary") == all[i].summary);
    CHECK(json[i].at("paper") == all[i].paper);
    CHECK(json[i].at("cost") == all[i].cost);
    CHECK(json[i].at("leaf") == leaf_rule_name(all[i].leaf));
    CHECK(json[i].at("traces") == all[i].traces);
    REQUIRE(json[i].at("options").size() == all[i].options.size());
    for (std::size_t o = 0; o < all[i].options.size(); ++o) {
      const auto& option = json[i].at("options")[o];
      CHECK(option.at("name") == all[i].options[o].name);
      CHECK(option.at("value") == all[i].options[o].value_name);
      CHECK(option.at("default") == all[i].options[o].default_text);
      CHECK(option.at("choices") == all[i].options[o].choices);
      CHECK(option.at("help") == all[i].options[o].help);
    }
    const auto one =
        nlohmann::json::parse(succeed({"objectives", "--json", "--objective", all[i].name}).out);
    REQUIRE(one.size() == 1);
    CHECK(one[0] == json[i]);
  }
}

TEST_CASE("objectives: an unknown one is exit 2 with the nearest") {
  fail(2, {"objectives", "--objective", "regresion"}, "did you mean regression?");
}

TEST_CASE("the help of fit says whose options are listed, and when reg-shf-sdcg is regression") {
  const std::string help = succeed({"fit", "--help"}).out;
  CHECK(has(help, "\nObjective lambdarank:\n"));
  CHECK(has(help, "\nObjectives sdcg, shf-sdcg, reg-shf-sdcg:\n"));
  const std::string own = unwrapped(help.substr(help.find("\nObjective reg-shf-sdcg:\n")));
  CHECK(has(own, "with fewer than 3 trees the fit is plain regression"));
}

TEST_CASE("the help of fit has every objective's name and options, with the words they take") {
  const std::string help = unwrapped(succeed({"fit", "--help"}).out);
  const std::size_t names = help.find("what to optimise: ");
  REQUIRE(names != std::string::npos);
  const std::string listed = help.substr(names, help.find("gbrank objectives", names) - names);
  for (const ObjectiveInfo& info : objectives()) {
    CAPTURE(info.name);
    CHECK(matches(listed, " " + info.name + "[,;] "));
    for (const ObjectiveOption& option : info.options) {
      CHECK(has(help, fmt::format(" --{} ", option.name)));
      if (!option.choices.empty()) {
        CHECK(has(help, fmt::format("{}: {}", option.help, fmt::join(option.choices, ", "))));
      }
    }
  }
}

}  // namespace gbrank::test
