#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gbrank/error.h"

#include "base/mapped_file.h"
#include "base/parallel.h"
#include "data/letor_line.h"
#include "data/text_source.h"

namespace gbrank {

/// Rows are counted in 32 bits, and sums over them have room for this many (quantised_gradients.h).
inline constexpr std::size_t kMaxRows = std::size_t{1} << 30;

/// A part of a text that starts and ends at a line's edge, so that parts can be parsed side by
/// side.
struct TextChunk {
  std::size_t begin;
  std::size_t end;
};

/// A text and what is said of it in messages.
struct NamedText {
  std::string_view text;
  std::string name;
  std::size_t first_line = 1;           // the number of its first line in the file
  const MappedFile* mapping = nullptr;  // of the text, if parsed parts of it are to be released
};

NamedText named_text(const TextFile& file);

/// Chunks of about a megabyte. They depend on the text alone, not on the number of threads.
/// Throws Error for a binary dataset, which is no text.
std::vector<TextChunk> split_into_chunks(const NamedText& source);

/// "name:line: message" for the line that starts at `offset` of the text.
Error error_at(const NamedText& source, std::size_t offset, std::string_view message);

/// Parses every chunk in parallel. make_sink(chunk, worker) gives what receives its rows: row(line)
/// and feature(index, value) as in parse_letor_line, then end_row(line, offset of the line), and
/// finish() at the end if it has that.
template <typename MakeSink>
void parse_chunks(const NamedText& source, const std::vector<TextChunk>& chunks, int threads,
                  MakeSink&& make_sink) {
  const std::string_view text = source.text;
  parallel_for(threads, chunks.size(), [&](std::size_t c, int worker) {
    auto sink = make_sink(c, worker);
    for (std::size_t at = chunks[c].begin; at < chunks[c].end;) {
      const std::size_t end = std::min(text.find('\n', at), chunks[c].end);
      try {
        const LetorLine line =
            parse_letor_line(text.substr(at, end - at), sink, text.data() + text.size());
        if (!line.blank) sink.end_row(line, at);
      } catch (const LineError& error) {
        throw error_at(source, at, error.message);
      }
      at = end + 1;
    }
    if constexpr (requires { sink.finish(); }) sink.finish();
    if (source.mapping != nullptr) source.mapping->release(chunks[c].begin, chunks[c].end);
  });
}

/// Rows of one query that stand together in a chunk.
struct QueryRun {
  std::string id;  // a view would bring released pages of the text back
  std::size_t rows;
  std::size_t line_offset;  // of its first line
};

/// Labels and queries of a chunk.
struct ChunkRows {
  std::vector<float> labels;
  std::vector<QueryRun> runs;

  void add(const LetorLine& line, std::size_t line_offset) {
    if (runs.empty() || runs.back().id != line.query) {
      runs.push_back({std::string(line.query), 0, line_offset});
    }
    ++runs.back().rows;
    labels.push_back(line.label);
  }
};

/// Labels and queries of a file.
struct LetorRows {
  std::vector<float> labels;
  std::vector<std::size_t> offsets;  // of queries: their number + 1
  std::vector<std::string> query_ids;
  std::vector<std::size_t> chunk_first_row;
};

/// Joins the chunks in order. Throws Error for a file without rows, and for a query that returns
/// after another one: it names both lines.
LetorRows join_chunks(const std::vector<ChunkRows>& chunks, const NamedText& source);

}  // namespace gbrank
