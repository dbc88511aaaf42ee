#include "predict/text_scorer.h"

#include <algorithm>

namespace gbrank {
namespace {

/// Enough for whole blocks of the engine that scores them, and little memory.
constexpr std::size_t kRowsAtATime = 512;

}  // namespace

/// `answer` appends what is wanted of some rows.
template <typename T, typename Answer>
struct TextScorer::Sink {
  const Answer& answer;
  Rows& waiting;
  std::vector<T>& results;

  /// Drops whatever a line left behind that was not read to its end.
  void row(const LetorLine&) {
    waiting.features.resize(waiting.offsets.back());
    waiting.values.resize(waiting.offsets.back());
  }
  void feature(std::uint32_t index, float value) {
    waiting.largest_index = std::max<std::size_t>(waiting.largest_index, index);
    waiting.features.push_back(index - 1);
    waiting.values.push_back(value);
  }
  void end_row(const LetorLine&, std::size_t) {
    waiting.offsets.push_back(waiting.features.size());
    if (waiting.size() == kRowsAtATime) finish();
  }
  void finish() {
    answer(waiting.view(), results);
    waiting.clear();
  }
};

void TextScorer::Rows::clear() {
  offsets.resize(1);
  features.clear();
  values.clear();
}

TextScorer::TextScorer(const Ensemble& ensemble, int threads)
    : predictor_(ensemble),
      trees_(ensemble.trees.size()),
      threads_(resolve_threads(threads)),
      waiting_(static_cast<std::size_t>(threads_)) {}

template <typename T, typename Answer>
void TextScorer::append(const NamedText& source, const Answer& answer, std::vector<T>& all) {
  const std::vector<TextChunk> chunks = split_into_chunks(source);
  std::vector<std::vector<T>> of_chunks(chunks.size());
  parse_chunks(source, chunks, threads_, [&](std::size_t chunk, int worker) {
    Rows& waiting = waiting_[static_cast<std::size_t>(worker)];
    waiting.clear();
    return Sink<T, Answer>{answer, waiting, of_chunks[chunk]};
  });
  for (const std::vector<T>& part : of_chunks) all.insert(all.end(), part.begin(), part.end());
}

void TextScorer::score(const NamedText& source, std::vector<double>& scores) {
  append(
      source,
      [&](const SparseRows& rows, std::vector<double>& results) {
        results.resize(results.size() + rows.rows());
        predictor_.score(rows, std::span(results).last(rows.rows()));
      },
      scores);
}

void TextScorer::leaves(const NamedText& source, std::vector<std::uint32_t>& leaves) {
  append(
      source,
      [&](const SparseRows& rows, std::vector<std::uint32_t>& results) {
        results.resize(results.size() + rows.rows() * trees_);
        predictor_.leaves(rows, std::span(results).last(rows.rows() * trees_));
      },
      leaves);
}

std::size_t TextScorer::largest_index() const {
  std::size_t largest = 0;
  for (const Rows& rows : waiting_) largest = std::max(largest, rows.largest_index);
  return largest;
}

}  // namespace gbrank
