#include "columns.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

namespace gbrank::bench {
namespace {

constexpr std::size_t kFigures = 25;

using Figures = std::array<double, kFigures>;

/// Sum, least, most, mean and variance.
void append_statistics(std::span<const double> values, double*& next) {
  const auto n = static_cast<double>(values.size());
  double sum = 0.0, squares = 0.0;
  for (const double x : values) {
    sum += x;
    squares += x * x;
  }
  *next++ = sum;
  *next++ = *std::ranges::min_element(values);
  *next++ = *std::ranges::max_element(values);
  *next++ = sum / n;
  *next++ = std::max(0.0, squares / n - sum / n * (sum / n));
}

/// Vector space, BM25 (Robertson and Walker 1994) and the language models with absolute
/// discounting, Dirichlet and Jelinek-Mercer smoothing (Zhai and Lafferty 2001).
void append_models(const Query& query, const StreamText& text, std::size_t stream, double*& next) {
  constexpr double k1 = 2.5, b = 0.8, discount = 0.7, lambda = 0.1;
  const double length = std::max(1, text.length);
  const double mean_length = kMeanLength[stream];
  // Heaps' law in place of a real vocabulary.
  const double distinct_words = std::pow(length, 0.85);
  double cosine = 0.0, bm25 = 0.0, absolute = 0.0, dirichlet = 0.0, jelinek = 0.0;
  for (std::size_t t = 0; t < query.term_count; ++t) {
    const Term& term = query.terms[t];
    const double count = text.counts[t];
    cosine += count * term.idf[stream] * term.idf[stream];
    bm25 +=
        term.idf[stream] * count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * length / mean_length));
    absolute += std::log(
        (std::max(count - discount, 0.0) + discount * distinct_words * term.share) / length);
    dirichlet += std::log((count + 2000.0 * term.share) / (length + 2000.0));
    jelinek += std::log((1.0 - lambda) * count / length + lambda * term.share);
  }
  for (const double value : {cosine / std::sqrt(length), bm25, absolute, dirichlet, jelinek}) {
    *next++ = value;
  }
}

Figures stream_figures(const Query& query, const StreamText& text, std::size_t stream) {
  std::array<double, kMostTerms> counts{}, shares{}, weighted{};
  std::size_t covered = 0;
  double idf = 0.0;
  for (std::size_t t = 0; t < query.term_count; ++t) {
    counts[t] = text.counts[t];
    shares[t] = counts[t] / std::max(1, text.length);
    weighted[t] = counts[t] * query.terms[t].idf[stream];
    covered += counts[t] > 0.0 ? 1 : 0;
    idf += query.terms[t].idf[stream];
  }
  Figures figures{};
  double* next = figures.data();
  *next++ = static_cast<double>(covered);
  *next++ = static_cast<double>(covered) / static_cast<double>(query.term_count);
  *next++ = text.length;
  *next++ = idf;
  for (const auto* values : {&counts, &shares, &weighted}) {
    append_statistics(std::span(*values).first(query.term_count), next);
  }
  *next++ = covered == query.term_count ? 1.0 : 0.0;
  append_models(query, text, stream, next);
  assert(next == figures.data() + kFigures);
  return figures;
}

}  // namespace

std::array<double, kColumns> columns(const Query& query, const Document& document) {
  std::array<double, kColumns> row{};
  for (std::size_t stream = 0; stream < kStreams; ++stream) {
    const Figures figures = stream_figures(query, document.streams[stream], stream);
    for (std::size_t f = 0; f < kFigures; ++f) row[f * kStreams + stream] = figures[f];
  }
  double* next = row.data() + kFigures * kStreams;
  for (const int value :
       {document.url_slashes, document.url_length, document.inlinks, document.outlinks,
        document.page_rank, document.site_rank, document.quality, document.other_quality,
        document.query_clicks, document.clicks}) {
    *next++ = value;
  }
  *next++ = document.dwell_seconds;
  assert(next == row.data() + kColumns);
  return row;
}

}  // namespace gbrank::bench
