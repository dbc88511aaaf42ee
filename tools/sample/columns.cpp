#include "columns.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace gbrank::sample {
namespace {

constexpr std::size_t kColumnsOfAField = 12;

Field joined(const Field& a, const Field& b) {
  Field both = a;
  both.length += b.length;
  for (std::size_t term = 0; term < both.counts.size(); ++term) both.counts[term] += b.counts[term];
  return both;
}

/// BM25 of one term (Robertson and Walker 1994) with the usual k1 and b.
double bm25(double count, double idf, double relative_length) {
  constexpr double k1 = 1.2;
  constexpr double b = 0.75;
  return idf * count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * relative_length));
}

/// The query log-likelihood of one term under the three smoothings of Zhai and Lafferty (2001).
double dirichlet(double count, double length, double collection_share, double mu) {
  return std::log((count + mu * collection_share) / (length + mu));
}

double jelinek_mercer(double count, double length, double collection_share) {
  constexpr double lambda = 0.5;
  const double share = length > 0.0 ? count / length : 0.0;
  return std::log((1.0 - lambda) * share + lambda * collection_share);
}

double absolute_discount(double count, double length, double distinct_words,
                         double collection_share) {
  constexpr double delta = 0.7;
  if (length == 0.0) return std::log(collection_share);
  return std::log(std::max(count - delta, 0.0) / length +
                  delta * distinct_words / length * collection_share);
}

std::array<double, kColumnsOfAField> field_features(const Query& query, const Field& field,
                                                    double mean_length) {
  const double length = field.length;
  const double relative_length = length / mean_length;
  // Heaps' law in place of a real vocabulary: short texts hardly repeat a word, long ones do.
  const double distinct_words = std::pow(length, 0.9);
  std::array<double, kColumnsOfAField> sum{};
  for (std::size_t t = 0; t < query.terms.size(); ++t) {
    const Term& term = query.terms[t];
    const double count = field.counts[t];
    const double share = length > 0.0 ? count / length : 0.0;
    sum[0] += count;
    sum[1] += std::log(1.0 + count);
    sum[2] += share;
    sum[3] += std::log(1.0 + share * mean_length);
    sum[4] += count > 0.0 ? term.idf : 0.0;
    sum[5] += count > 0.0 ? 1.0 : 0.0;
    sum[6] += count * term.idf;
    sum[7] += share * term.idf;
    sum[8] += bm25(count, term.idf, relative_length);
    sum[9] += dirichlet(count, length, term.collection_share, 2.0 * mean_length);
    sum[10] += jelinek_mercer(count, length, term.collection_share);
    sum[11] += absolute_discount(count, length, distinct_words, term.collection_share);
  }
  return sum;
}

}  // namespace

std::array<double, kFeatures> features(const Query& query, const Document& document) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const Field both = joined(document.title, document.abstract);
  std::array<double, kFeatures> row{};
  auto next = row.begin();
  for (const auto& columns :
       {field_features(query, document.title, kMeanTitleLength),
        field_features(query, document.abstract, kMeanAbstractLength),
        field_features(query, both, kMeanTitleLength + kMeanAbstractLength)}) {
    next = std::copy(columns.begin(), columns.end(), next);
  }
  for (const double column :
       {static_cast<double>(document.title.length),
        document.abstract_length_known ? static_cast<double>(document.abstract.length) : kUnknown,
        static_cast<double>(both.length), document.first_match, document.closeness, document.age,
        static_cast<double>(document.citations),
        document.pages_known ? static_cast<double>(document.pages) : kUnknown,
        document.accession}) {
    *next++ = column;
  }
  assert(next == row.end());
  return row;
}

}  // namespace gbrank::sample
