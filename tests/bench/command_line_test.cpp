#include "command_line.h"

#include <doctest/doctest.h>

namespace gbrank::bench {
namespace {

TEST_CASE("numbers of rows have units") {
  CHECK(parse_rows("5000") == 5000);
  CHECK(parse_rows("60k") == 60000);
  CHECK(parse_rows("1M") == 1000000);
  for (const char* wrong :
       {"", "0", "-1", "k", "5K", "5kk", "-18446744073709551000", "1.5k", "101M", "100000001"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(parse_rows(wrong), UsageError);
  }
}

TEST_CASE("a list stands between commas") {
  CHECK(parse_list("1,10,100") == std::vector<std::string>{"1", "10", "100"});
  CHECK(parse_list("").empty());
}

TEST_CASE("a name of --only must be known") {
  CHECK_NOTHROW(check_only({"gbrank"}, {"gbrank", "reference"}));
  CHECK_THROWS_WITH_AS(check_only({"gbrank", "gbrink"}, {"gbrank", "reference"}),
                       "--only: there is no 'gbrink' here, only gbrank, reference", UsageError);
}

}  // namespace
}  // namespace gbrank::bench
