#include "base/nearest.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace gbrank {

TEST_CASE("one dropped, added, changed or swapped letter finds the name") {
  const std::vector<std::string> known = {"lambdarank", "regression", "ndcg"};
  CHECK(nearest_name("lambdrank", known) == "lambdarank");
  CHECK(nearest_name("lambdaranks", known) == "lambdarank");
  CHECK(nearest_name("lambdaronk", known) == "lambdarank");
  CHECK(nearest_name("labmdarank", known) == "lambdarank");
  CHECK(nearest_name("ndgc", known) == "ndcg");
}

TEST_CASE("up to a third of the letters may be wrong, no more") {
  const std::vector<std::string> known = {"abcdefghi"};
  CHECK(nearest_name("xxxdefghi", known) == "abcdefghi");
  CHECK(nearest_name("xxxxefghi", known).empty());
  // A swap is one edit: three swaps of nine letters are near, four are not.
  CHECK(nearest_name("badcfeghi", known) == "abcdefghi");
  CHECK(nearest_name("badcfehgi", known).empty());
}

TEST_CASE("of several near names the nearest wins, and of equals the first") {
  const std::vector<std::string> known = {"bins-max", "bin", "bins"};
  CHECK(nearest_name("binz", known) == "bin");
  CHECK(nearest_name("binss", known) == "bins");
}

TEST_CASE("the beginning of a name, three letters or more, is near to it") {
  const std::vector<std::string> known = {"lambdarank", "rmse"};
  CHECK(nearest_name("lam", known) == "lambdarank");
  CHECK(nearest_name("la", known).empty());
  CHECK(nearest_name("bda", known).empty());
}

TEST_CASE("nothing is near to an endless word, or among no names") {
  const std::vector<std::string> known = {"lambdarank"};
  CHECK(nearest_name(std::string(10'000'000, 'x'), known).empty());
  CHECK(nearest_name("lambdarank", {}).empty());
}

TEST_CASE("a suggestion is the near name, or the list of all") {
  const std::vector<std::string> known = {"ndcg", "map", "err"};
  CHECK(suggest("ndgc", known) == ", did you mean ndcg?");
  CHECK(suggest("precision", known) == "; known: ndcg, map, err");
}

}  // namespace gbrank
