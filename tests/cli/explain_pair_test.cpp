#include <cmath>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

Words explain_pair(const std::string& pair, const Words& more = {}) {
  return Words{"explain", "--model", small_model(), "--data", sample().test_gz, "--pair", pair} +
         more;
}

Json pair_json(const std::string& pair, const Words& more = {}) {
  return Json::parse(succeed(explain_pair(pair, Words{"--json"} + more)).out);
}

/// The documents of query 83 as --json explains them.
Json query_83() {
  return Json::parse(succeed({"explain", "--model", small_model(), "--data", sample().test_gz,
                              "--query", "83", "--json"})
                         .out)
      .at("documents");
}

/// A document's contribution of a feature, 0 where it has none.
double contribution(const Json& document, const Json& feature) {
  for (const Json& part : document.at("contributions")) {
    if (part.at("feature") == feature) return part.at("contribution").get<double>();
  }
  return 0;
}

}  // namespace

TEST_CASE("a pair has the difference of two documents' contributions, feature by feature") {
  const Json documents = query_83();
  const Json& a = documents.at(4);
  const Json& b = documents.at(1);
  const std::string names = a.at("doc").get<std::string>() + ":" + b.at("doc").get<std::string>();
  const Json pair = pair_json("83:" + names);
  CHECK(pair.at("qid") == "83");
  CHECK(pair.at("query_documents") == documents.size());
  for (const std::size_t which : {0U, 1U}) {
    const Json& found = pair.at("documents").at(which);
    const Json& expected = which == 0 ? a : b;
    for (const char* key : {"doc", "label", "score"}) CHECK(found.at(key) == expected.at(key));
    std::size_t above = 0;
    for (const Json& other : documents) {
      above += other.at("score").get<double>() > expected.at("score").get<double>() ? 1 : 0;
    }
    CHECK(found.at("rank") == above + 1);
  }
  const double difference = a.at("score").get<double>() - b.at("score").get<double>();
  CHECK(pair.at("difference").get<double>() == difference);
  double sum = 0;
  double last = INFINITY;
  for (const Json& feature : pair.at("features")) {
    const double of_a = contribution(a, feature.at("feature"));
    const double of_b = contribution(b, feature.at("feature"));
    CHECK(feature.at("contributions") == Json::array({of_a, of_b}));
    CHECK(feature.at("difference").get<double>() == of_a - of_b);
    CHECK(std::abs(of_a - of_b) <= last);
    last = std::abs(of_a - of_b);
    sum += of_a - of_b;
  }
  CHECK(std::abs(sum - difference) < 1e-12);
  CHECK_FALSE(pair.contains("others"));

  const Json top = pair_json("83:" + names, {"--top", "4"});
  REQUIRE(top.at("features").size() == 4);
  for (std::size_t f = 0; f < 4; ++f) CHECK(top.at("features")[f] == pair.at("features")[f]);
  double kept = top.at("others").at("difference").get<double>();
  for (const Json& feature : top.at("features")) kept += feature.at("difference").get<double>();
  CHECK(std::abs(kept - difference) < 1e-12);
  CHECK(top.at("others").at("features") == pair.at("features").size() - 4);
}

TEST_CASE("documents may be named by number, and change places") {
  const Json documents = query_83();
  const Json named = pair_json("83:" + documents.at(4).at("doc").get<std::string>() + ":" +
                               documents.at(1).at("doc").get<std::string>());
  CHECK(pair_json("83:#5:#2") == named);
  CHECK(pair_json("83:#5:" + documents.at(1).at("doc").get<std::string>()) == named);
  const Json swapped = pair_json("83:#2:#5");
  CHECK(swapped.at("difference").get<double>() == -named.at("difference").get<double>());
  CHECK(swapped.at("documents")[1] == named.at("documents")[0]);
}

TEST_CASE("the table for people says who stands where, and has a line for each feature") {
  const Json json = pair_json("83:#5:#2", {"--top", "3"});
  const std::string text = succeed(explain_pair("83:#5:#2", {"--top", "3"})).out;
  const auto lines = table(text, '\n');
  REQUIRE(lines.size() == 11);
  CHECK(matches(lines[0][0], fmt::format("^query 83, {} documents, base value -?[0-9.e-]+$",
                                         json.at("query_documents").get<int>())));
  for (const std::size_t which : {0U, 1U}) {
    const Json& document = json.at("documents")[which];
    CHECK(
        matches(lines[1 + which][0],
                fmt::format("^{}  {} +rank {}, label {}, score {:.6g}$", which == 0 ? 'A' : 'B',
                            document.at("doc").get<std::string>(), document.at("rank").get<int>(),
                            document.at("label").get<int>(), document.at("score").get<double>())));
  }
  const double difference = json.at("difference").get<double>();
  CHECK(has(lines[3][0], difference > 0 ? "A stands above B by " : "A stands below B by "));
  CHECK(std::stod(lines[3][0].substr(20)) == doctest::Approx(std::abs(difference)).epsilon(1e-3));
  CHECK(lines[4].empty());
  for (std::size_t f = 0; f < 3; ++f) {
    const Json& feature = json.at("features")[f];
    const std::string& line = lines[6 + f][0];
    CHECK(line.ends_with("  " + feature.at("feature").get<std::string>()));
    CHECK(std::abs(std::stod(line) - feature.at("difference").get<double>()) < 1e-4);
  }
  CHECK(lines[9][0].ends_with(
      fmt::format("  ({} others)", json.at("others").at("features").get<int>())));
  CHECK(std::abs(std::stod(lines[9][0]) - json.at("others").at("difference").get<double>()) < 1e-4);
  CHECK(lines[10][0].ends_with("  (all)"));
  CHECK(std::abs(std::stod(lines[10][0]) - difference) < 1e-4);
}

TEST_CASE("equal scores stand in the order of the data") {
  const std::string text = "0 qid:1 1:0.5\n0 qid:1 1:0.5\n";
  const Words pair = {"explain", "--model", small_model(), "--data", "-", "--pair"};
  const std::string said = succeed(pair + Words{"1:#2:#1"}, text).out;
  CHECK(has(said, "B stands above A by its place in the data alone\n"));
  CHECK(has(said, "A  #2  rank 2, "));
  CHECK(has(said, "B  #1  rank 1, "));
}

TEST_CASE("ids may have colons, as long as they can be read in one way") {
  const std::string text =
      "1 qid:a:b 1:1 # docid = http://x/1\n"
      "0 qid:a:b 1:0 # docid = http://x/2\n"
      "0 qid:a 1:0 # docid = b\n"
      "0 qid:a 1:1 # docid = c:d\n"
      "0 qid:a 1:1 # docid = b:c\n"
      "0 qid:a 1:1 # docid = d\n"
      "0 qid:a 1:1 # docid = twice\n"
      "0 qid:a 1:1 # docid = twice\n";
  const auto pair = [&](const std::string& names) {
    return Words{"explain", "--model", small_model(), "--data", "-", "--json", "--pair", names};
  };
  const Json found = Json::parse(succeed(pair("a:b:http://x/1:http://x/2"), text).out);
  CHECK(found.at("qid") == "a:b");
  CHECK(found.at("documents")[1].at("doc") == "http://x/2");
  CHECK(Json::parse(succeed(pair("a:c:d:b"), text).out).at("documents")[0].at("doc") == "c:d");
  fail(2, pair("a:b:c:d"),
       "--pair is 'a:b:c:d', which can be read in 2 ways; name documents by number, such as #3",
       text);
  fail(2, pair("a:b:twice"), "--pair: query a has document twice more than once; say #5 or #6",
       text);
}

TEST_CASE("a pair that is none is exit 2, with the nearest name") {
  fail(2, explain_pair("83"),
       "--pair is '83', expected QID:DOC1:DOC2 with document ids or numbers such as #3");
  fail(2, explain_pair("83:#1"), "expected QID:DOC1:DOC2");
  fail(2, explain_pair("833:#1:#2"), "has no query '833', did you mean 83?");
  fail(2, explain_pair("83:#0:#2"), "--pair: query 83 has no document #0; they are #1 to #");
  fail(2, explain_pair("83:#1:#9999"), "--pair: query 83 has no document #9999; ");
  fail(2, explain_pair("83:#1:#x"), "--pair: query 83 has no document #x; ");
  fail(2, explain_pair("83:#4:#4"), "--pair is '83:#4:#4': both are document #4 of query 83");
  const std::string doc = query_83().at(0).at("doc").get<std::string>();
  fail(2, explain_pair("83:" + doc + "x:#2"),
       "--pair: query 83 has no document '" + doc + "x', did you mean " + doc + "?");
  fail(2, explain_pair("83::#2"), "--pair: query 83 has no document ''; there are ");
}

}  // namespace gbrank::test
