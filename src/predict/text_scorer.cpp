#include "predict/text_scorer.h"

#include <algorithm>
#include <limits>

namespace gbrank {

/// `answer` appends what is wanted of a row.
template <typename T, typename Answer>
struct TextScorer::Sink {
  const Answer& answer;
  Worker& worker;
  std::vector<T>& results;
  float absent;  // what a feature is that a row does not have

  /// Whatever a line left behind, also one that was not read to its end.
  void row(const LetorLine&) {
    for (const std::uint32_t feature : worker.touched) worker.row[feature] = absent;
    worker.touched.clear();
  }
  void feature(std::uint32_t index, float value) {
    worker.largest_index = std::max<std::size_t>(worker.largest_index, index);
    if (index > worker.row.size()) return;
    worker.row[index - 1] = value;
    worker.touched.push_back(index - 1);
  }
  void end_row(const LetorLine&, std::size_t) { answer(worker.row, results); }
};

TextScorer::TextScorer(const Ensemble& ensemble, int threads)
    : predictor_(ensemble),
      trees_(ensemble.trees.size()),
      absent_(ensemble.absent_is_missing ? std::numeric_limits<float>::quiet_NaN() : 0),
      threads_(resolve_threads(threads)),
      workers_(static_cast<std::size_t>(threads_),
               Worker{std::vector<float>(ensemble.features(), absent_), {}, 0}) {}

template <typename T, typename Answer>
void TextScorer::append(const NamedText& source, const Answer& answer, std::vector<T>& all) {
  const std::vector<TextChunk> chunks = split_into_chunks(source);
  std::vector<std::vector<T>> of_chunks(chunks.size());
  parse_chunks(source, chunks, threads_, [&](std::size_t chunk, int worker) {
    return Sink<T, Answer>{answer, workers_[static_cast<std::size_t>(worker)], of_chunks[chunk],
                           absent_};
  });
  for (const std::vector<T>& part : of_chunks) all.insert(all.end(), part.begin(), part.end());
}

void TextScorer::score(const NamedText& source, std::vector<double>& scores) {
  append(
      source,
      [&](std::span<const float> row, std::vector<double>& results) {
        results.push_back(predictor_.score(row));
      },
      scores);
}

void TextScorer::leaves(const NamedText& source, std::vector<std::uint32_t>& leaves) {
  append(
      source,
      [&](std::span<const float> row, std::vector<std::uint32_t>& results) {
        results.resize(results.size() + trees_);
        predictor_.leaves(row, std::span(results).last(trees_));
      },
      leaves);
}

std::size_t TextScorer::largest_index() const {
  std::size_t largest = 0;
  for (const Worker& worker : workers_) largest = std::max(largest, worker.largest_index);
  return largest;
}

}  // namespace gbrank
