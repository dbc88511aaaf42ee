#include "experiment/search_space.h"

#include <algorithm>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "support/error_of.h"
#include "train/fit_options.h"

using namespace gbrank;

TEST_CASE("every objective takes whatever its search draws, and has it set") {
  for (const ObjectiveInfo& info : objectives()) {
    CAPTURE(info.name);
    const std::vector<SearchedOption> space = default_search(info.name);
    FitOptions start;
    start.objective = info.name;
    check_search(start, space);
    std::map<std::string, int> times;
    for (int number = 1; number <= 200; ++number) {
      FitOptions options;
      options.objective = info.name;
      const OptionTexts drawn = draw_options(space, 3, number);
      for (const auto& [name, text] : drawn) ++times[name];
      set_options(options, drawn);
      check_options(options);
      const OptionTexts settings = describe_settings(options);
      for (const auto& [name, text] : drawn) CHECK(settings.at(name) == text);
    }
    CHECK(times.size() == space.size());
    for (const auto& [name, count] : times) CHECK(count == doctest::Approx(100).epsilon(0.25));
  }
}

TEST_CASE("the search of an objective is that of trees and its own options") {
  const std::vector<SearchedOption> trees = tree_search();
  CHECK(default_search("regression").size() == trees.size());
  const std::vector<SearchedOption> own = default_search("gbrank");
  REQUIRE(own.size() == trees.size() + 1);
  CHECK(own.back().name == "gbrank-tau");
  for (const char* name : {"learning-rate", "leaves", "min-docs-per-leaf", "l2", "feature-fraction",
                           "query-fraction"}) {
    CAPTURE(name);
    CHECK(std::ranges::find(trees, name, &SearchedOption::name) != trees.end());
  }
}

TEST_CASE("what an option draws depends on the seed and the draw, not on the other options") {
  const std::vector<SearchedOption> all = default_search("reg-shf-sdcg");
  const std::vector<SearchedOption> one = {all[1]};
  std::set<std::size_t> sizes;
  for (int number = 1; number <= 100; ++number) {
    const OptionTexts drawn = draw_options(all, 1, number);
    sizes.insert(drawn.size());
    const auto at = drawn.find(all[1].name);
    const OptionTexts alone = draw_options(one, 1, number);
    CHECK(alone.size() == (at == drawn.end() ? 0 : 1));
    if (at != drawn.end()) CHECK(alone.at(at->first) == at->second);
  }
  // Some draws change next to nothing, others nearly everything.
  CHECK(*sizes.begin() <= 1);
  CHECK(*sizes.rbegin() >= all.size() - 1);
  CHECK(draw_options(all, 1, 5) == draw_options(all, 1, 5));
  CHECK(draw_options(all, 1, 5) != draw_options(all, 1, 6));
  CHECK(draw_options(all, 1, 5) != draw_options(all, 2, 5));
  // Two options of the same range are not tied to each other.
  const SearchRange range("0..1.0");
  const std::vector<SearchedOption> two = {{"l2", range}, {"min-hessian", range}};
  for (int number = 1; number <= 20; ++number) {
    const OptionTexts drawn = draw_options(two, 1, number);
    if (drawn.size() == 2) CHECK(drawn.at("l2") != drawn.at("min-hessian"));
  }
}

TEST_CASE("options that are not there, and texts that are no values, are named") {
  FitOptions options;
  options.objective = "gbrank";
  const auto refused = [&](const OptionTexts& texts) {
    return test::error_of([&] { set_options(options, texts); });
  };
  CHECK(refused({{"leavs", "3"}}) == "leavs is no option of gbrank, did you mean leaves?");
  CHECK(refused({{"sdcg-k", "3"}}).starts_with("sdcg-k is no option of gbrank"));
  CHECK(refused({{"leaves", "3.5"}}) == "leaves is '3.5', expected a whole number");
  CHECK(refused({{"l2", "x"}}) == "l2 is 'x', expected a number");
  CHECK(refused({{"leaf", "median"}}) == "leaf is 'median', expected newton or mean");
}
