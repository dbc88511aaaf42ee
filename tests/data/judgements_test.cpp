#include "data/judgements.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "data/gzip.h"
#include "support/error_of.h"
#include "support/messy_letor.h"
#include "support/slow_letor.h"
#include "support/temporary_folder.h"

namespace gbrank {
namespace {

using test::error_of;
using test::TemporaryFolder;
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("judgements are the labels and queries of a file, plain or packed") {
  const TemporaryFolder folder;
  const std::string text = test::MessyLetor(61).text(2500000, 3, 3000);
  const test::SlowLetor slow(text);
  for (const Judgements& judgements :
       {read_judgements(folder.write("test.txt", text), false, 1),
        read_judgements(folder.write("test.txt.gz", test::gzip(text)), false, 3)}) {
    CHECK((judgements.labels == slow.labels));
    CHECK((judgements.offsets == slow.query_offsets));
    CHECK((judgements.query_ids == slow.query_ids));
    CHECK(judgements.document_ids.empty());
  }
}

TEST_CASE("document ids come from the comments, one a row, where asked for") {
  const std::string text =
      "# docid = header\n"
      "2 qid:1 1:1 #docid = GX1 inc = 1\r\n"
      "0 qid:1 1:1 # d-2 more words\n"
      "\n"
      "0 qid:2 1:1\n"
      "1 qid:2 1:1#prob = 1 docid=77";
  const Judgements judgements = parse_judgements({text, "test.txt"}, true, 1);
  CHECK(judgements.document_ids == Names{"GX1", "d-2", "", "77"});
  CHECK(judgements.lists().document_ids.size() == 4);
  CHECK(parse_judgements({text, "test.txt"}, false, 1).document_ids.empty());
}

TEST_CASE("document ids keep the order of the rows over many chunks and threads") {
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += fmt::format("0 qid:{} # docid = d{} ", i / 100, i) + std::string(1000, 'x') + '\n';
  }
  for (const int threads : {1, 3}) {
    const Judgements judgements = parse_judgements({text, "test.txt"}, true, threads);
    REQUIRE(judgements.document_ids.size() == 3000);
    for (std::size_t i = 0; i < 3000; ++i) {
      REQUIRE(judgements.document_ids[i] == fmt::format("d{}", i));
    }
  }
}

TEST_CASE("judgements are read as strictly as training data") {
  const auto error_for = [](const std::string& text) {
    return error_of([&] { parse_judgements({text, "test.txt"}, false, 2); });
  };
  CHECK(error_for("0 qid:1\n0 qid:1 1:x\n") ==
        "test.txt:2: found value \"x\" of feature 1, expected a number, nan or NULL");
  CHECK(error_for("0 qid:1\n0 qid:2\n0 qid:1\n").starts_with("test.txt:3: query \"1\" returns"));
  CHECK(error_for("").starts_with("test.txt: found no rows"));
  const TemporaryFolder folder;
  CHECK(error_of([&] { read_judgements(folder.path("none")); }) ==
        folder.path("none") + ": cannot be opened: No such file or directory");
}

TEST_CASE("feature names stand one a line; CRLF and a missing last newline are fine") {
  const TemporaryFolder folder;
  const Names names = {"tf", "title length", "bm25"};
  for (const std::string text : {"tf\ntitle length\nbm25\n", "tf\ntitle length\nbm25",
                                 "tf\r\ntitle length\r\nbm25\r\n", "tf \ntitle length\t\nbm25\n"}) {
    CHECK(read_feature_names(folder.write("names.txt", text)) == names);
  }
  CHECK(read_feature_names(std::string(GBRANK_DATASETS) + "/feature-names.txt").size() == 45);
}

TEST_CASE("an empty and a repeated feature name are errors with file and line") {
  const TemporaryFolder folder;
  const auto error_for = [&](const std::string& text) {
    const std::string path = folder.write("names.txt", text);
    const std::string message = error_of([&] { read_feature_names(path); });
    CHECK((message == "no error" || message.starts_with(path)));
    return message.starts_with(path) ? message.substr(path.size()) : message;
  };
  CHECK(error_for("a\n\nb\n") == ":2: found an empty line, expected the name of feature 2");
  CHECK(error_for("a\n \t\r\n") == ":2: found an empty line, expected the name of feature 2");
  CHECK(error_for("a\nb\na\n") == ":3: found name \"a\" twice, expected each once");
  CHECK(error_for("a\nb\na \r\n") == ":3: found name \"a\" twice, expected each once");
  CHECK(error_for("a\nA\n") == "no error");
  CHECK(error_of([&] { read_feature_names(folder.path("none")); }) ==
        folder.path("none") + ": cannot be opened: No such file or directory");
}

}  // namespace gbrank
