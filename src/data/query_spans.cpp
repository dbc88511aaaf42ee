#include "data/query_spans.h"

namespace gbrank {
namespace {

struct RunSink {
  ChunkRows& rows;

  void row(const LetorLine&) {}
  void feature(std::uint32_t, float) {}
  void end_row(const LetorLine& line, std::size_t offset) { rows.add(line, offset); }
};

}  // namespace

std::vector<QuerySpan> find_queries(const NamedText& source, int threads) {
  const std::vector<TextChunk> chunks = split_into_chunks(source);
  std::vector<ChunkRows> chunk_rows(chunks.size());
  parse_chunks(source, chunks, resolve_threads(threads),
               [&](std::size_t c, int) { return RunSink{chunk_rows[c]}; });
  join_chunks(chunk_rows, source);  // for its errors

  std::vector<QuerySpan> spans;
  std::size_t row = 0;
  for (const ChunkRows& chunk : chunk_rows) {
    for (const QueryRun& run : chunk.runs) {
      if (spans.empty() || spans.back().id != run.id) {
        if (!spans.empty()) spans.back().end = run.line_offset;
        spans.push_back({run.id, run.line_offset, source.text.size(), row, 0});
      }
      spans.back().rows += run.rows;
      row += run.rows;
    }
  }
  return spans;
}

}  // namespace gbrank
