#include "exchange/verify.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>

#include "base/parallel.h"
#include "data/letor_reader.h"
#include "exchange/order_changes.h"

namespace gbrank {
namespace {

/// What a chunk of the text gives: scores and places of its rows, and which query they are of.
struct ChunkScores {
  ChunkRows rows;
  std::vector<double> scores;
  std::vector<std::size_t> offsets;  // of the lines
};

/// A row as one value a feature.
struct DenseRow {
  std::vector<float> values;
  std::vector<std::uint32_t> touched;  // to make it as it was
};

/// Scores each row as soon as it is read.
struct ConsumerSink {
  const Consumer& consumer;
  float absent;  // what a feature is that a row does not have
  DenseRow& dense;
  ChunkScores& chunk;

  void row(const LetorLine&) {
    for (const std::uint32_t feature : dense.touched) dense.values[feature] = absent;
    dense.touched.clear();
  }
  void feature(std::uint32_t index, float value) {
    if (index > dense.values.size()) return;
    dense.values[index - 1] = value;
    dense.touched.push_back(index - 1);
  }
  void end_row(const LetorLine& line, std::size_t offset) {
    chunk.rows.add(line, offset);
    chunk.scores.push_back(consumer.score(dense.values));
    chunk.offsets.push_back(offset);
  }
};

/// Compares query after query.
class Comparison {
 public:
  explicit Comparison(const std::string& name) : name_(name) {}

  void add_row(const std::string& query, const ScoredLine& row) {
    if (result_.rows == 0 || query != query_) begin_query(query, row.line);
    ++result_.rows;
    if (!std::isfinite(row.model) || !std::isfinite(row.exported)) {
      if (result_.not_finite++ == 0) result_.first_not_finite = row.line;
      return;
    }
    rows_.push_back(row);
    const double difference = std::abs(row.exported - row.model);
    if (difference > result_.largest_difference) {
      result_.largest_difference = difference;
      result_.furthest = row;
    }
  }

  Verification finish() {
    if (result_.rows == 0) throw Error(name_ + ": found no rows, expected some to verify with");
    end_query();
    return std::move(result_);
  }

 private:
  void begin_query(const std::string& query, std::size_t line) {
    end_query();
    if (!seen_.insert(query).second) {
      throw Error(
          fmt::format("{}:{}: query {} returns here; its rows must stand together (sort the "
                      "file by query)",
                      name_, line, gbrank::quoted(query)));
    }
    query_ = query;
    ++result_.queries;
  }

  void end_query() {
    model_.clear();
    exported_.clear();
    for (const ScoredLine& row : rows_) {
      model_.push_back(row.model);
      exported_.push_back(row.exported);
    }
    const OrderChanges changes = compare_order(model_, exported_);
    const std::uint64_t n = rows_.size();
    result_.pairs += n == 0 ? 0 : n * (n - 1) / 2;
    result_.inverted += changes.inverted;
    result_.tied += changes.tied;
    result_.untied += changes.untied;
    if (changes.inverted > 0) {
      const ScoredLine& higher = rows_[changes.higher];
      const ScoredLine& lower = rows_[changes.lower];
      if (higher.model - lower.model > result_.widest_gap()) {
        result_.widest = {query_, higher, lower};
      }
    }
    rows_.clear();
  }

  std::string name_;
  std::string query_;
  std::vector<ScoredLine> rows_;  // of the query
  std::vector<double> model_;
  std::vector<double> exported_;
  std::unordered_set<std::string> seen_;
  Verification result_;
};

}  // namespace

Verification verify(TextStream& data, const Ensemble& ensemble, TextScorer& scorer,
                    const Consumer& consumer, double shift, int threads) {
  threads = resolve_threads(threads);
  const float absent = ensemble.absent_is_missing ? std::numeric_limits<float>::quiet_NaN() : 0.0F;
  std::vector<DenseRow> rows(static_cast<std::size_t>(threads),
                             {std::vector<float>(ensemble.features(), absent), {}});
  Comparison comparison(data.name());
  NamedText source{{}, data.name(), 1};
  std::vector<double> scores;
  while (data.next(source.text)) {
    scores.clear();
    scorer.score(source, scores);
    const std::vector<TextChunk> chunks = split_into_chunks(source);
    std::vector<ChunkScores> parts(chunks.size());
    parse_chunks(source, chunks, threads, [&](std::size_t chunk, int worker) {
      return ConsumerSink{consumer, absent, rows[static_cast<std::size_t>(worker)], parts[chunk]};
    });
    std::size_t row = 0;
    const char* at = source.text.data();
    std::size_t line = source.first_line;
    const auto count_lines = [&](const char* end) {
      line += static_cast<std::size_t>(std::count(at, end, '\n'));
      at = end;
    };
    for (const ChunkScores& part : parts) {
      std::size_t in_part = 0;
      for (const QueryRun& run : part.rows.runs) {
        for (std::size_t i = 0; i < run.rows; ++i, ++in_part, ++row) {
          count_lines(source.text.data() + part.offsets[in_part]);
          comparison.add_row(run.id, {line, scores[row], part.scores[in_part] - shift});
        }
      }
    }
    count_lines(source.text.data() + source.text.size());
    source.first_line = line;
  }
  return comparison.finish();
}

}  // namespace gbrank
