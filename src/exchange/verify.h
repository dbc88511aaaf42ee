#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "gbrank/ensemble.h"

#include "data/text_source.h"
#include "exchange/format.h"
#include "predict/text_scorer.h"

namespace gbrank {

/// A row and its scores; the shift is taken off the exported one.
struct ScoredLine {
  std::size_t line = 0;  // of the file, from 1
  double model = 0;
  double exported = 0;
};

/// What became of the scores and rankings of data in another program.
struct Verification {
  std::size_t rows = 0;
  std::size_t queries = 0;
  std::uint64_t pairs = 0;  // of rows of one query
  // The row whose scores differ most.
  double largest_difference = 0;
  ScoredLine furthest;
  // Pairs by what became of their order.
  std::uint64_t inverted = 0;
  std::uint64_t tied = 0;    // were not equal, and are now
  std::uint64_t untied = 0;  // were equal, and are no more
  // Of the inverted pairs the one that the model had furthest apart.
  struct Inversion {
    std::string query;
    ScoredLine higher;  // by the model
    ScoredLine lower;
  };
  std::optional<Inversion> widest;
  // Rows with a score that is infinite or no number; the order of such rows is not compared.
  std::size_t not_finite = 0;
  std::size_t first_not_finite = 0;  // its line

  /// How far apart the model had the widest inverted pair; 0 without one.
  double widest_gap() const { return widest ? widest->higher.model - widest->lower.model : 0; }
  /// Whether no pair changed its order that the model had further apart than this.
  bool same_order(double tolerance = 0) const {
    return widest_gap() <= tolerance && not_finite == 0;
  }
};

/// Scores LETOR text with a model and with the model as another program holds it, and compares. The
/// rows of a query must stand together. Memory grows with the longest query and with the number of
/// queries, not with the rows. `scorer` is of the same ensemble. Throws Error with file and line.
Verification verify(TextStream& data, const Ensemble& ensemble, TextScorer& scorer,
                    const Consumer& consumer, double shift, int threads);

}  // namespace gbrank
