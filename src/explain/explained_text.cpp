#include "explain/explained_text.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace gbrank {
namespace {

constexpr std::uint32_t kNotAsked = std::numeric_limits<std::uint32_t>::max();

/// Rows of a piece: as many as make good use of what a piece computes once, fewer where they are
/// long.
std::size_t rows_of_piece(std::size_t features) {
  constexpr std::size_t kValues = std::size_t{1} << 17;
  return std::clamp(kValues / std::max<std::size_t>(features, 1), kGroupDocuments,
                    PathForest::kRowsAtOnce);
}

}  // namespace

/// Some rows, what they say (as SparseRows) and what is said of them.
struct TextExplainer::Piece {
  struct Head {
    std::string query;
    std::string document;
    float label;
  };
  std::vector<Head> heads;
  std::vector<std::size_t> offsets = {0};
  std::vector<std::uint32_t> features;
  std::vector<float> known_values;
  std::size_t largest_index = 0;

  std::vector<float> values;
  std::vector<double> scores;
  std::vector<double> contributions;
};

struct TextExplainer::Sink {
  Piece& piece;
  std::size_t model_features;

  void row(const LetorLine&) {}
  void feature(std::uint32_t index, float value) {
    piece.largest_index = std::max<std::size_t>(piece.largest_index, index);
    if (index > model_features) return;
    piece.features.push_back(index - 1);
    piece.known_values.push_back(value);
  }
  void end_row(const LetorLine& line, std::size_t) {
    piece.offsets.push_back(piece.features.size());
    piece.heads.push_back(
        {std::string(line.query), std::string(document_id(line.comment)), line.label});
  }
};

TextExplainer::TextExplainer(const Ensemble& ensemble, int threads)
    : forest_(ensemble),
      predictor_(ensemble),
      slots_(ensemble.features(), kNotAsked),
      absent_(ensemble.absent_is_missing ? std::numeric_limits<float>::quiet_NaN() : 0),
      threads_(resolve_threads(threads)),
      scratch_(static_cast<std::size_t>(threads_)) {
  for (std::uint32_t s = 0; s < features().size(); ++s) slots_[features()[s]] = s;
}

/// Pieces of whole lines.
std::vector<TextChunk> TextExplainer::cut(const NamedText& source) const {
  const std::size_t lines = rows_of_piece(features().size());
  std::vector<TextChunk> pieces;
  for (const TextChunk& chunk : split_into_chunks(source)) {
    for (std::size_t begin = chunk.begin; begin < chunk.end; begin = pieces.back().end) {
      std::size_t end = begin;
      for (std::size_t i = 0; i < lines && end < chunk.end; ++i) {
        end = std::min(source.text.find('\n', end), chunk.end - 1) + 1;
      }
      pieces.push_back({begin, end});
    }
  }
  return pieces;
}

void TextExplainer::compute(Piece& piece, PathForest::Scratch& scratch) const {
  const std::size_t rows = piece.heads.size();
  piece.scores.resize(rows);
  predictor_.score(SparseRows{piece.offsets, piece.features, piece.known_values}, piece.scores);
  piece.values.assign(rows * features().size(), absent_);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t at = piece.offsets[i]; at < piece.offsets[i + 1]; ++at) {
      const std::uint32_t slot = slots_[piece.features[at]];
      if (slot != kNotAsked) piece.values[i * features().size() + slot] = piece.known_values[at];
    }
  }
  piece.contributions.resize(piece.values.size());
  forest_.explain(piece.values, piece.contributions, scratch);
}

void TextExplainer::explain(const NamedText& source, const Take& take) {
  const std::vector<TextChunk> cuts = cut(source);
  const std::size_t at_once = 4 * static_cast<std::size_t>(threads_);
  for (std::size_t first = 0; first < cuts.size(); first += at_once) {
    const std::vector<TextChunk> chunks(
        cuts.begin() + static_cast<std::ptrdiff_t>(first),
        cuts.begin() + static_cast<std::ptrdiff_t>(std::min(first + at_once, cuts.size())));
    std::vector<Piece> pieces(chunks.size());
    parse_chunks(source, chunks, threads_, [&](std::size_t c, int) {
      return Sink{pieces[c], slots_.size()};
    });
    parallel_for(threads_, pieces.size(), [&](std::size_t p, int worker) {
      compute(pieces[p], scratch_[static_cast<std::size_t>(worker)]);
    });
    for (const Piece& piece : pieces) {
      largest_index_ = std::max(largest_index_, piece.largest_index);
      for (std::size_t i = 0; i < piece.heads.size(); ++i) {
        const Piece::Head& head = piece.heads[i];
        if (head.query != query_) position_ = 0;
        query_ = head.query;
        const std::size_t width = features().size();
        take({head.query, head.document, ++position_, head.label, piece.scores[i],
              std::span(piece.values).subspan(i * width, width),
              std::span(piece.contributions).subspan(i * width, width)});
      }
    }
  }
}

}  // namespace gbrank
