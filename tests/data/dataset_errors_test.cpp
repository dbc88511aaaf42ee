#include <string>

#include <doctest/doctest.h>

#include "gbrank/dataset.h"

#include "data/gzip.h"
#include "support/error_of.h"
#include "support/temporary_folder.h"

namespace gbrank {
namespace {

using test::error_of;
using test::TemporaryFolder;

std::string parse_error(const std::string& text, const ReadOptions& options = {}) {
  return error_of([&] { parse_dataset(text, "data.txt", options); });
}

}  // namespace

TEST_CASE("an error in a file names its path and the line, plain or packed") {
  const TemporaryFolder folder;
  const std::string text = "0 qid:1 1:1\n\n0 qid:1 1:one\n";
  for (const std::string& path :
       {folder.write("bad.txt", text), folder.write("bad.txt.gz", test::gzip(text))}) {
    CHECK(error_of([&] { read_dataset(path); }) ==
          path + ":3: found value \"one\" of feature 1, expected a number, nan or NULL");
  }
  CHECK(error_of([&] { read_dataset(folder.path("none")); }) ==
        folder.path("none") + ": cannot be opened: No such file or directory");
}

TEST_CASE("each kind of bad line is an error of the reader") {
  const std::string good = "0 qid:1 1:1\n";
  CHECK(parse_error(good + "-0.5 qid:1\n") ==
        "data.txt:2: found label \"-0.5\", expected a number of 0 or more");
  CHECK(parse_error(good + "nan qid:1\n") ==
        "data.txt:2: found \"nan\", expected a label (a number of 0 or more)");
  CHECK(parse_error(good + "1e99 qid:1\n") ==
        "data.txt:2: found label \"1e99\", which does not fit float32");
  CHECK(parse_error(good + "0 1:1\n") ==
        "data.txt:2: found \"1:1\" after the label, expected qid:ID");
  CHECK(parse_error(good + "0 qid:1 1:1e99\n") ==
        "data.txt:2: found value \"1e99\" of feature 1, which does not fit float32");
  CHECK(parse_error(good + "0 qid:1 0:1\n") ==
        "data.txt:2: found feature index \"0\", expected 1 to 16777216");
  CHECK(parse_error(good + "0 qid:1 16777217:1\n") ==
        "data.txt:2: found feature index \"16777217\", expected 1 to 16777216");
  CHECK(parse_error(good + "0 qid:1 5:1 4:1 5:1\n") ==
        "data.txt:2: found feature 5 twice, expected each index once");
  CHECK(parse_error(good + "0 qid:2\n0 qid:1\n") ==
        "data.txt:3: query \"1\" returns here; its rows began on line 1 and must stand together "
        "(sort the file by query)");
  CHECK(parse_error("\n") ==
        "data.txt: found no rows, expected lines of label qid:ID index:value ...");
}

TEST_CASE("bytes that are no text do not reach the message") {
  CHECK(parse_error(std::string("\x7f\x45LF\0\x1b[31m", 10)) ==
        "data.txt:1: found \"\\x7fELF\\x00\\x1b[31m\", expected a label (a number of 0 or more)");
}

TEST_CASE("the number of bins is 2 to 255") {
  const std::string text = "0 qid:1 1:1\n0 qid:1 1:2\n0 qid:1 1:3\n";
  for (const int bins : {-1, 0, 1, 256}) {
    CHECK(parse_error(text, {.bins = bins}) ==
          "bins is " + std::to_string(bins) + ", expected 2 to 255");
  }
  CHECK(parse_dataset(text, "text", {.bins = 2}).binning().columns[0].value_bins() == 2);
  CHECK(parse_dataset(text, "text", {.bins = 255}).binning().columns[0].value_bins() == 3);
}

TEST_CASE("validation data have the same errors") {
  const Dataset train = parse_dataset("0 qid:1 1:1\n0 qid:1 1:2\n", "train.txt");
  const auto error_for = [&](const std::string& text) {
    return error_of([&] { parse_dataset(text, "valid.txt", {}, train.binning()); });
  };
  CHECK(error_for("0 qid:1 99:x\n") ==
        "valid.txt:1: found value \"x\" of feature 99, expected a number, nan or NULL");
  CHECK(error_for("0 qid:a\n0 qid:b\n0 qid:a\n").starts_with("valid.txt:3: query \"a\" returns"));
  CHECK(error_for("").starts_with("valid.txt: found no rows"));
}

}  // namespace gbrank
