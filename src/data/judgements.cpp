#include "data/judgements.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "gbrank/dataset.h"
#include "gbrank/error.h"

#include "base/file.h"
#include "base/parallel.h"
#include "data/letor_reader.h"
#include "data/text_source.h"

namespace gbrank {
namespace {

struct JudgementSink {
  ChunkRows& rows;
  std::vector<std::string>* document_ids;

  void row(const LetorLine&) {}
  void feature(std::uint32_t, float) {}
  void end_row(const LetorLine& line, std::size_t offset) {
    rows.add(line, offset);
    if (document_ids != nullptr) document_ids->emplace_back(document_id(line.comment));
  }
};

}  // namespace

Judgements parse_judgements(const NamedText& source, bool with_document_ids, int threads) {
  const std::vector<TextChunk> chunks = split_into_chunks(source);
  std::vector<ChunkRows> chunk_rows(chunks.size());
  std::vector<std::vector<std::string>> chunk_ids(chunks.size());
  parse_chunks(source, chunks, resolve_threads(threads), [&](std::size_t c, int) {
    return JudgementSink{chunk_rows[c], with_document_ids ? &chunk_ids[c] : nullptr};
  });
  LetorRows rows = join_chunks(chunk_rows, source);

  Judgements judgements{
      std::move(rows.labels), std::move(rows.offsets), std::move(rows.query_ids), {}};
  for (std::vector<std::string>& ids : chunk_ids) {
    std::move(ids.begin(), ids.end(), std::back_inserter(judgements.document_ids));
  }
  return judgements;
}

Judgements read_judgements(const std::string& path, bool with_document_ids, int threads) {
  const TextFile file(path);
  return parse_judgements(named_text(file), with_document_ids, threads);
}

std::vector<std::string> read_feature_names(const std::string& path) {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  const std::string text = read_whole_file(path);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string name = text.substr(at, end - at);
    while (!name.empty() && letor::is_space(name.back())) name.pop_back();
    if (name.empty()) {
      throw Error(fmt::format("{}:{}: found an empty line, expected the name of feature {}", path,
                              names.size() + 1, names.size() + 1));
    }
    if (!seen.insert(name).second) {
      throw Error(fmt::format("{}:{}: found name {} twice, expected each once", path,
                              names.size() + 1, quoted(name)));
    }
    names.push_back(std::move(name));
    at = end + 1;
  }
  if (names.empty()) throw Error(path + ": found no name, expected one a line");
  return names;
}

}  // namespace gbrank
