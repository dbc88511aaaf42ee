#include "data/query_spans.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/error_of.h"
#include "support/random_letor.h"

namespace gbrank::test {

TEST_CASE(
    "the spans of queries are whole lines and count rows; what stands between stays with the "
    "query before") {
  const std::string text =
      "# a head\n"
      "1 qid:b 1:1\n0 qid:b 1:2 # note\n\n"
      "2 qid:a 1:1\n# between\n"
      "0 qid:c 1:1\n1 qid:c 1:3";
  const std::vector<QuerySpan> spans = find_queries({text, "t"}, 1);
  REQUIRE(spans.size() == 3);
  const auto lines = [&](const QuerySpan& span) {
    return text.substr(span.begin, span.end - span.begin);
  };
  CHECK(spans[0].id == "b");
  CHECK(lines(spans[0]) == "1 qid:b 1:1\n0 qid:b 1:2 # note\n\n");
  CHECK(spans[1].id == "a");
  CHECK(lines(spans[1]) == "2 qid:a 1:1\n# between\n");
  CHECK(spans[2].id == "c");
  CHECK(lines(spans[2]) == "0 qid:c 1:1\n1 qid:c 1:3");
  CHECK(spans[0].first_row == 0);
  CHECK(spans[1].first_row == 2);
  CHECK(spans[2].first_row == 3);
  CHECK(spans[2].rows == 2);
}

TEST_CASE("a query over the border of two chunks of text is one span, on any number of threads") {
  // About 3 MB: chunks are of one.
  const std::string text =
      random_letor({.queries = 40, .documents = 700, .features = 12, .values = 1000});
  REQUIRE(text.size() > (std::size_t{3} << 19));
  for (const int threads : {1, 3}) {
    const std::vector<QuerySpan> spans = find_queries({text, "t"}, threads);
    REQUIRE(spans.size() == 40);
    std::size_t at = 0;
    for (std::size_t q = 0; q < spans.size(); ++q) {
      CHECK(spans[q].id == fmt::format("{}", q + 1));
      CHECK(spans[q].begin == at);
      CHECK(spans[q].first_row == 700 * q);
      CHECK(spans[q].rows == 700);
      at = spans[q].end;
    }
    CHECK(at == text.size());
  }
}

TEST_CASE("a query whose rows are scattered, a bad line and no line are errors with their place") {
  CHECK(error_of([] {
          find_queries({"1 qid:1 1:1\n1 qid:2 1:1\n0 qid:1 1:2\n", "t"}, 1);
        }).starts_with("t:3: query \"1\" returns here; its rows began on line 1"));
  CHECK(error_of([] {
          find_queries({"1 qid:1 1:1\n1 qid:2 1:x\n", "t"}, 1);
        }).starts_with("t:2: "));
  CHECK(error_of([] { find_queries({"", "t"}, 1); }).starts_with("t: found no rows"));
}

}  // namespace gbrank::test
