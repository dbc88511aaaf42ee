#include "data/letor_reader.h"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"
#include "support/error_of.h"

namespace gbrank {
namespace {

using test::error_of;

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

struct RowsSink {
  ChunkRows& rows;
  void row(const LetorLine&) {}
  void feature(std::uint32_t, float) {}
  void end_row(const LetorLine& line, std::size_t offset) { rows.add(line, offset); }
};

LetorRows rows_of(const NamedText& source, const std::vector<TextChunk>& chunks, int threads = 1) {
  std::vector<ChunkRows> parts(chunks.size());
  parse_chunks(source, chunks, threads, [&](std::size_t c, int) { return RowsSink{parts[c]}; });
  return join_chunks(parts, source);
}

LetorRows rows_of(const std::string& text) {
  return rows_of({text, "file"}, split_into_chunks({text, "file"}));
}

using Offsets = std::vector<std::size_t>;
using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("chunks cover the text, end at newlines and have about a mebibyte") {
  Random random(random_key(11));
  for (const std::size_t longest : {50U, 3000000U}) {
    std::string text;
    while (text.size() < 5 * kMebibyte) text += std::string(random.below(longest), 'x') + '\n';
    for (const bool last_newline : {true, false}) {
      if (!last_newline) text.pop_back();
      const std::vector<TextChunk> chunks = split_into_chunks({text, "file"});
      std::size_t at = 0;
      for (const TextChunk& chunk : chunks) {
        CHECK(chunk.begin == at);
        REQUIRE(chunk.end > chunk.begin);
        if (chunk.end < text.size()) {
          CHECK(text[chunk.end - 1] == '\n');
          CHECK(chunk.end - chunk.begin >= kMebibyte);
          // No longer than a mebibyte and the line that crosses it.
          CHECK(std::count(&text[chunk.begin + kMebibyte], &text[chunk.end], '\n') == 1);
        }
        at = chunk.end;
      }
      CHECK(at == text.size());
      CHECK(chunks.size() >= 2);
    }
  }
  CHECK(split_into_chunks({"", "file"}).empty());
  CHECK(split_into_chunks({"x", "file"}).size() == 1);
}

TEST_CASE("labels and queries of a small text") {
  const LetorRows rows = rows_of("1 qid:a 1:1\n\n0 qid:a\n# words\n2 qid:b\n0.5 qid:c");
  CHECK(rows.labels == std::vector<float>{1, 0, 2, 0.5F});
  CHECK(rows.offsets == Offsets{0, 2, 3, 4});
  CHECK(rows.query_ids == Ids{"a", "b", "c"});
}

TEST_CASE("blank lines, CRLF, tabs and a missing last newline do not change what is read") {
  const std::vector<std::string> texts = {
      "1 qid:a 1:1\n0 qid:b 1:2\n", "1 qid:a 1:1\n0 qid:b 1:2", "1 qid:a 1:1\r\n0 qid:b 1:2\r\n",
      "1\tqid:a\t1:1\t\n\t0\tqid:b\t1:2\n", "\n\n  \n1 qid:a 1:1\n\r\n0 qid:b 1:2\n\n\t\n"};
  for (const std::string& text : texts) {
    const LetorRows rows = rows_of(text);
    CHECK(rows.labels == std::vector<float>{1, 0});
    CHECK(rows.query_ids == Ids{"a", "b"});
  }
}

TEST_CASE("wherever a text is cut between lines, and by any number of threads, it reads the same") {
  const std::string text =
      "1 qid:a\n0 qid:a\n\n2 qid:b\n3 qid:b\n0 qid:b\n# words\n1 qid:c\n0 qid:c";
  const NamedText source{text, "file"};
  const LetorRows whole = rows_of(source, {{0, text.size()}});
  CHECK(whole.offsets == Offsets{0, 2, 5, 7});
  std::vector<std::size_t> edges;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') edges.push_back(i + 1);
  }
  for (std::size_t cuts = 0; cuts < std::size_t{1} << edges.size(); ++cuts) {
    std::vector<TextChunk> chunks;
    std::size_t begin = 0;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if ((cuts >> e & 1) == 0) continue;
      chunks.push_back({begin, edges[e]});
      begin = edges[e];
    }
    chunks.push_back({begin, text.size()});
    const LetorRows rows = rows_of(source, chunks, cuts % 4 == 0 ? 3 : 1);
    REQUIRE(rows.labels == whole.labels);
    REQUIRE(rows.offsets == whole.offsets);
    REQUIRE(rows.query_ids == whole.query_ids);
    REQUIRE(rows.chunk_first_row.size() == chunks.size());
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      const auto before = static_cast<std::ptrdiff_t>(chunks[c].begin);
      REQUIRE(rows.chunk_first_row[c] ==
              static_cast<std::size_t>(std::count(text.begin(), text.begin() + before, ':')));
    }
  }
}

TEST_CASE("a query that returns is an error that names both lines and the remedy") {
  const std::string remedy = " and must stand together (sort the file by query)";
  CHECK(error_of([] { rows_of("# words\n0 qid:a\n0 qid:b\n\n1 qid:b\n0 qid:a\n0 qid:c\n"); }) ==
        "file:6: query \"a\" returns here; its rows began on line 2" + remedy);
  // In another chunk than where it began.
  const std::string text = "0 qid:a\n0 qid:b\n0 qid:b\n0 qid:a\n";
  CHECK(error_of([&] {
          rows_of({text, "file"}, {{0, 8}, {8, 16}, {16, 24}, {24, 32}});
        }) == "file:4: query \"a\" returns here; its rows began on line 1" + remedy);
  CHECK(error_of([] { rows_of("0 qid:1\n0 qid:01\n0 qid:1.0\n"); }) == "no error");
}

TEST_CASE("a text without rows is an error") {
  for (const std::string text : {"", "\n", "# only words\n\n \t\r\n"}) {
    CHECK(error_of([&] { rows_of(text); }) ==
          "file: found no rows, expected lines of label qid:ID index:value ...");
  }
}

TEST_CASE("an error names the file and the line; blank lines and comments count") {
  CHECK(error_of([] { rows_of("\r\n# words\r\n0 qid:a 1:1\r\n\r\n0 qid:a 1:x\r\n"); }) ==
        "file:5: found value \"x\" of feature 1, expected a number, nan or NULL");
  CHECK(error_of([] { rows_of("0 qid:a\n-1 qid:a"); }) ==
        "file:2: found label \"-1\", expected a number of 0 or more");
  const std::string later = "0 qid:a\nbad";
  CHECK(error_of([&] {
          rows_of(NamedText{later, "file", 1001}, split_into_chunks({later, "file"}));
        }) == "file:1002: found \"bad\", expected a label (a number of 0 or more)");
}

TEST_CASE("of several bad lines the first is named, with any number of threads") {
  std::string text;
  std::size_t lines = 0;
  std::size_t bad_line = 0;
  while (text.size() < 4 * kMebibyte) {
    const bool bad = text.size() > 2 * kMebibyte && lines % 1000 == 0;
    text += bad ? "0 qid:a 0:1 # " : "0 qid:a 1:1 # ";
    text += std::string(500, 'x') + '\n';
    ++lines;
    if (bad && bad_line == 0) bad_line = lines;
  }
  const NamedText source{text, "file"};
  for (const int threads : {1, 2, 3}) {
    CHECK(error_of([&] {
            rows_of(source, split_into_chunks({text, "file"}), threads);
          }) == "file:" + std::to_string(bad_line) +
                    ": found feature index \"0\", expected 1 to 16777216");
  }
}

}  // namespace gbrank
