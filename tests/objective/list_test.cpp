#include "objective/list.h"

#include <set>

#include <doctest/doctest.h>

#include "gbrank/error.h"

using namespace gbrank;

TEST_CASE("every objective of the list has a name of its own and can be made from its defaults") {
  std::set<std::string> names;
  for (const ObjectiveEntry& entry : objective_list()) {
    CAPTURE(entry.info.name);
    CHECK(names.insert(entry.info.name).second);
    CHECK_FALSE(entry.info.summary.empty());
    CHECK_FALSE(entry.info.paper.empty());
    CHECK_FALSE(entry.info.cost.empty());
    const OptionTexts options = complete_options(entry, {});
    CHECK(options.size() == entry.info.options.size());
    CHECK(entry.make(OptionReader(options)) != nullptr);
    // An option says whose it is, so that help can group them and no two collide.
    for (const ObjectiveOption& option : entry.info.options) CHECK_FALSE(option.help.empty());
  }
  CHECK(names.contains("regression"));
  CHECK(names.contains("lambdarank"));
}

TEST_CASE("an unknown objective suggests the nearest") {
  CHECK_THROWS_WITH_AS(find_objective("lambda"),
                       "unknown objective 'lambda', did you mean lambdarank?", Error);
  CHECK_THROWS_WITH_AS(find_objective("zzz"), doctest::Contains("known: lambdarank, ranknet, "),
                       Error);
}

TEST_CASE("option values that are no numbers or out of range are errors") {
  const OptionTexts texts = {{"a", "5"}, {"b", "5x"}, {"c", ""}, {"d", "nan"}, {"e", "1e-3"}};
  const OptionReader reader(texts);
  CHECK(reader.integer("a", 0, 5) == 5);
  CHECK(reader.real("e", 0, 1) == 1e-3);
  CHECK_THROWS_WITH_AS(reader.integer("a", 0, 4), "a is '5', expected a whole number from 0 to 4",
                       Error);
  CHECK_THROWS_AS(reader.integer("b", 0, 9), Error);
  CHECK_THROWS_AS(reader.real("b", 0, 9), Error);
  CHECK_THROWS_AS(reader.real("c", 0, 9), Error);
  CHECK_THROWS_AS(reader.real("d", 0, 9), Error);
}
