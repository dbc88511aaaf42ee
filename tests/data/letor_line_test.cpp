#include "data/letor_line.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace gbrank {
namespace {

using Features = std::vector<std::pair<std::uint32_t, float>>;

/// Writes down what the parser calls.
struct Recorder {
  int rows = 0;
  Features features;

  void row(const LetorLine&) { ++rows; }
  void feature(std::uint32_t index, float value) { features.emplace_back(index, value); }
};

Features features_of(std::string_view text) {
  Recorder recorder;
  parse_letor_line(text, recorder);
  return recorder.features;
}

float value_of(const std::string& number) {
  const Features features = features_of("0 qid:1 1:" + number);
  REQUIRE(features.size() == 1);
  return features[0].second;
}

std::string error_of(std::string_view text) {
  try {
    parse_letor_line(text, Recorder{});
  } catch (const LineError& error) {
    return error.message;
  }
  return "no error";
}

}  // namespace

TEST_CASE("a line has a label, a query, features and a comment") {
  Recorder recorder;
  const LetorLine line =
      parse_letor_line("2 qid:10 1:0.5 3:-7 46:1e3 #docid = GX1 inc = 1", recorder);
  CHECK_FALSE(line.blank);
  CHECK(line.label == 2);
  CHECK(line.query == "10");
  CHECK(line.comment == "docid = GX1 inc = 1");
  CHECK(recorder.rows == 1);
  CHECK(recorder.features == Features{{1, 0.5F}, {3, -7.0F}, {46, 1000.0F}});
}

TEST_CASE("a row without features and a comment right after a field are fine") {
  CHECK(features_of("0 qid:1").empty());
  const LetorLine line = parse_letor_line("0 qid:q#a#b", Recorder{});
  CHECK(line.query == "q");
  CHECK(line.comment == "a#b");
  CHECK(features_of("0 qid:1 2:3#4:5") == Features{{2, 3.0F}});
}

TEST_CASE("features come in the order of the line, whatever it is") {
  CHECK(features_of("1 qid:1 7:1 2:2 16777216:3 1:4") ==
        Features{{7, 1.0F}, {2, 2.0F}, {16777216, 3.0F}, {1, 4.0F}});
}

TEST_CASE("any number of spaces, tabs and a carriage return at the end are white space") {
  Recorder recorder;
  const LetorLine line = parse_letor_line(" \t3\tqid:a \t 1:2\t\t2:3 \r", recorder);
  CHECK(line.label == 3);
  CHECK(line.query == "a");
  CHECK(line.comment.empty());
  CHECK(recorder.features == Features{{1, 2.0F}, {2, 3.0F}});
  CHECK(parse_letor_line("3 qid:a\r", Recorder{}).query == "a");
}

TEST_CASE("a blank line has white space and a comment at most, and is no row") {
  for (const std::string_view text : {"", " ", "\t \r", "# 1 qid:1 1:1", " #", "\r"}) {
    Recorder recorder;
    CHECK(parse_letor_line(text, recorder).blank);
    CHECK(recorder.rows == 0);
  }
  CHECK(parse_letor_line("  # words", Recorder{}).comment == " words");
}

TEST_CASE("labels are real numbers of 0 or more") {
  const auto label_of = [](const std::string& label) {
    return parse_letor_line(label + " qid:1", Recorder{}).label;
  };
  CHECK(label_of("0") == 0);
  CHECK(label_of("0.25") == 0.25F);
  CHECK(label_of("+4") == 4);
  CHECK(label_of("1e2") == 100);
  CHECK_FALSE(std::signbit(label_of("-0")));
  CHECK(error_of("-1 qid:1") == "found label \"-1\", expected a number of 0 or more");
  CHECK(error_of("1e39 qid:1") == "found label \"1e39\", which does not fit float32");
  for (const std::string label : {"nan", "NULL", "inf", "-inf", "x", "1x", "qid:1", "1:2", "+-1"}) {
    CHECK(error_of(label + " qid:1") ==
          "found \"" + label + "\", expected a label (a number of 0 or more)");
  }
}

TEST_CASE("the query stands after the label") {
  CHECK(parse_letor_line("0 qid:a:b-c/d", Recorder{}).query == "a:b-c/d");
  CHECK(error_of("0") == "found nothing after the label, expected qid:ID");
  CHECK(error_of("0 # qid:1") == "found nothing after the label, expected qid:ID");
  CHECK(error_of("0 1:0.5 qid:1") == "found \"1:0.5\" after the label, expected qid:ID");
  CHECK(error_of("0 qid: 1:2") == "found \"qid:\" after the label, expected qid:ID");
  CHECK(error_of("0 QID:1") == "found \"QID:1\" after the label, expected qid:ID");
  CHECK(error_of("0 qid:1 qid:1") == "found \"qid:1\", expected index:value");
}

TEST_CASE("values are correctly rounded decimal float32") {
  CHECK(value_of("0.1") == 0.1F);
  CHECK(value_of("+0.5") == 0.5F);
  CHECK(value_of("-.5") == -0.5F);
  CHECK(value_of("5.") == 5);
  CHECK(value_of("1E+2") == 100);
  CHECK(value_of("16777217") == 16777216.0F);  // halfway to 16777218: to even
  // Just above the middle of 1 and its neighbour: by way of a double it would round down.
  CHECK(value_of("1.00000005960464477540") == 1.00000011920928955078125F);
  CHECK(value_of("3.4028235e38") == std::numeric_limits<float>::max());
  CHECK(value_of("1e-45") == std::numeric_limits<float>::denorm_min());
}

TEST_CASE("zero has no sign, and what is smaller than any float32 is zero") {
  for (const std::string zero :
       {"0", "-0", "-0.0", "1e-46", "-1e-46", "1e-400", "0e400", "0.0e99999999999999999999",
        "1e-99999999999999999999", "0.001e-9223372036854775808"}) {
    CAPTURE(zero);
    CHECK(value_of(zero) == 0);
    CHECK_FALSE(std::signbit(value_of(zero)));
  }
  const std::string long_zeros = "0." + std::string(60, '0') + "1";
  CHECK(value_of(long_zeros) == 0);
  CHECK(value_of(long_zeros + "e61") == 1);
}

TEST_CASE("a value that is too large for float32 is an error") {
  for (const std::string& large : std::vector<std::string>{
           "3.4028236e38", "1e39", "-1e39", "1e400", "1e99999999999999999999", "0.0001e44",
           "10e9223372036854775807", "1" + std::string(39, '0')}) {
    CHECK(error_of("0 qid:1 7:" + large) ==
          "found value " + quoted(large) + " of feature 7, which does not fit float32");
  }
  CHECK(value_of("0.0001e40") == 1e36F);
}

TEST_CASE("nan in any case and NULL are missing values") {
  for (const std::string missing : {"nan", "NaN", "NAN", "NULL"}) {
    CHECK(std::isnan(value_of(missing)));
  }
}

TEST_CASE("what is no number is an error that quotes it") {
  for (const std::string bad : {"", "x", "inf", "-inf", "infinity", "-nan", "nan(1)", "nul", "null",
                                "1,5", "0x10", "1e", "1e+", "--1", "+-1", "-+1", ".", "-", "1:2"}) {
    CHECK(error_of("0 qid:1 7:" + bad) ==
          "found value \"" + bad + "\" of feature 7, expected a number, nan or NULL");
  }
}

TEST_CASE("what is not index:value is an error that quotes it") {
  for (const std::string bad : {"5", "x:1", ":1", "-1:1", "+1:1", "1.5:1", "1;2", "99999999999"}) {
    CHECK(error_of("0 qid:1 " + bad) == "found \"" + bad + "\", expected index:value");
  }
}

TEST_CASE("indices go from 1 to 2^24") {
  CHECK(features_of("0 qid:1 1:1 16777216:1").size() == 2);
  for (const std::string bad : {"0", "00", "16777217", "4294967297", "99999999999999999999"}) {
    CHECK(error_of("0 qid:1 " + bad + ":1") ==
          "found feature index \"" + bad + "\", expected 1 to 16777216");
  }
}

TEST_CASE("an index that stands twice is an error, side by side or apart") {
  CHECK(error_of("0 qid:1 3:1 3:1") == "found feature 3 twice, expected each index once");
  CHECK(error_of("0 qid:1 3:1 1:0 2:0 3:2") == "found feature 3 twice, expected each index once");
  CHECK(error_of("0 qid:1 9:1 2:1 3:NULL 4:1 03:1") ==
        "found feature 3 twice, expected each index once");
  CHECK(error_of("0 qid:1 3:1 2:1 1:1") == "no error");
}

TEST_CASE("a document id is the word after docid, or the first word of the comment") {
  CHECK(document_id("docid = GX004-93-7097963 inc = 1 prob = 0.0246906") == "GX004-93-7097963");
  CHECK(document_id("docid = 244338\r") == "244338");
  CHECK(document_id(" inc = 1 docid=7") == "7");
  CHECK(document_id("docid\t9") == "9");
  CHECK(document_id(" a-17 second") == "a-17");
  CHECK(document_id("").empty());
  CHECK(document_id("  ").empty());
  CHECK(document_id("docid =").empty());
}

TEST_CASE("text in messages is quoted, shortened and without control characters") {
  CHECK(quoted("abc") == "\"abc\"");
  CHECK(quoted("") == "\"\"");
  CHECK(quoted(std::string_view("a\0b\x1b[2J\x7f", 8)) == "\"a\\x00b\\x1b[2J\\x7f\"");
  CHECK(quoted(std::string(40, 'x')) == '"' + std::string(40, 'x') + '"');
  CHECK(quoted(std::string(41, 'x')) == '"' + std::string(40, 'x') + "...\"");
}

}  // namespace gbrank
