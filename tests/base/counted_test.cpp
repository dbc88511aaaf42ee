#include "base/counted.h"

#include <doctest/doctest.h>

using namespace gbrank;

TEST_CASE("one thing is counted in the singular, none and many in the plural") {
  CHECK(counted(1, "row") == "1 row");
  CHECK(counted(0, "row") == "0 rows");
  CHECK(counted(21, "row") == "21 rows");
  CHECK(counted(1, "query", "queries") == "1 query");
  CHECK(counted(3, "query", "queries") == "3 queries");
}
