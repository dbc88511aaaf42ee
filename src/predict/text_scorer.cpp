#include "predict/text_scorer.h"

#include <algorithm>

namespace gbrank {

struct TextScorer::Sink {
  const Predictor& predictor;
  Worker& worker;
  std::vector<double>& scores;

  /// Whatever a line left behind, also one that was not read to its end.
  void row(const LetorLine&) {
    for (const std::uint32_t feature : worker.touched) worker.row[feature] = 0;
    worker.touched.clear();
  }
  void feature(std::uint32_t index, float value) {
    worker.largest_index = std::max<std::size_t>(worker.largest_index, index);
    if (index > worker.row.size()) return;
    worker.row[index - 1] = value;
    worker.touched.push_back(index - 1);
  }
  void end_row(const LetorLine&, std::size_t) { scores.push_back(predictor.score(worker.row)); }
};

TextScorer::TextScorer(const Ensemble& ensemble, int threads)
    : predictor_(ensemble),
      threads_(resolve_threads(threads)),
      workers_(static_cast<std::size_t>(threads_),
               Worker{std::vector<float>(ensemble.features()), {}, 0}) {}

void TextScorer::score(const NamedText& source, std::vector<double>& scores) {
  const std::vector<TextChunk> chunks = split_into_chunks(source);
  std::vector<std::vector<double>> chunk_scores(chunks.size());
  parse_chunks(source, chunks, threads_, [&](std::size_t chunk, int worker) {
    return Sink{predictor_, workers_[static_cast<std::size_t>(worker)], chunk_scores[chunk]};
  });
  for (const std::vector<double>& part : chunk_scores) {
    scores.insert(scores.end(), part.begin(), part.end());
  }
}

std::size_t TextScorer::largest_index() const {
  std::size_t largest = 0;
  for (const Worker& worker : workers_) largest = std::max(largest, worker.largest_index);
  return largest;
}

}  // namespace gbrank
