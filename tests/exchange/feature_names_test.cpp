#include "exchange/feature_names.h"

#include <doctest/doctest.h>

namespace gbrank::test {

using Names = std::vector<std::string>;

TEST_CASE("names lose what a program forbids, and stay different") {
  CHECK(plain_names({"a b", "c", "\u00fc"}, "") == Names{"a b", "c", "\u00fc"});
  CHECK(plain_names({"a b", "a[b", "a\tb\x7f"}, " [") == Names{"a_b", "a_b_2", "a_b_"});
  CHECK(plain_names({"", "x", "", "x", "x"}, "") == Names{"_1", "x", "_3", "x_4", "x_5"});
  CHECK(plain_names({"x_3", "x", "x"}, "") == Names{"x_3", "x", "x_4"});
  CHECK(plain_names({}, " ").empty());
}

}  // namespace gbrank::test
