#include "data/letor_reader.h"

#include <unordered_map>

#include <fmt/format.h>

#include "data/binary_dataset.h"

namespace gbrank {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

std::size_t line_number(const NamedText& source, std::size_t offset) {
  const auto begin = source.text.begin();
  const auto lines = std::count(begin, begin + static_cast<std::ptrdiff_t>(offset), '\n');
  return source.first_line + static_cast<std::size_t>(lines);
}

}  // namespace

NamedText named_text(const TextFile& file) { return {file.text(), file.name(), 1, file.mapping()}; }

std::vector<TextChunk> split_into_chunks(const NamedText& source) {
  const std::string_view text = source.text;
  if (source.first_line == 1) refuse_binary_dataset(text, source.name);
  std::vector<TextChunk> chunks;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t about = begin + kChunkBytes;
    const std::size_t newline =
        about < text.size() ? text.find('\n', about) : std::string_view::npos;
    const std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
    chunks.push_back({begin, end});
    if (source.mapping != nullptr) source.mapping->release(end - 1, end);
    begin = end;
  }
  return chunks;
}

Error error_at(const NamedText& source, std::size_t offset, std::string_view message) {
  return Error(fmt::format("{}:{}: {}", source.name, line_number(source, offset), message));
}

LetorRows join_chunks(const std::vector<ChunkRows>& chunks, const NamedText& source) {
  LetorRows all;
  std::size_t rows = 0;
  for (const ChunkRows& chunk : chunks) {
    all.chunk_first_row.push_back(rows);
    rows += chunk.labels.size();
  }
  if (rows == 0)
    throw Error(source.name + ": found no rows, expected lines of label qid:ID index:value ...");
  if (rows > kMaxRows) {
    throw Error(fmt::format("{}: found {} rows, expected at most {}", source.name, rows, kMaxRows));
  }
  all.labels.reserve(rows);

  std::unordered_map<std::string_view, std::size_t> first_line;  // of a query: its offset
  std::string_view current;
  for (const ChunkRows& chunk : chunks) {
    all.labels.insert(all.labels.end(), chunk.labels.begin(), chunk.labels.end());
    for (const QueryRun& run : chunk.runs) {
      if (all.offsets.empty() || run.id != current) {
        const auto [earlier, is_new] = first_line.emplace(run.id, run.line_offset);
        if (!is_new) {
          throw error_at(source, run.line_offset,
                         fmt::format("query {} returns here; its rows began on line {} and must "
                                     "stand together (sort the file by query)",
                                     quoted(run.id), line_number(source, earlier->second)));
        }
        all.query_ids.push_back(run.id);
        all.offsets.push_back(all.offsets.empty() ? 0 : all.offsets.back());
        if (all.offsets.size() == 1) all.offsets.push_back(0);
        current = run.id;
      }
      all.offsets.back() += run.rows;
    }
  }
  return all;
}

}  // namespace gbrank
