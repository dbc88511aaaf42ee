#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gbrank::bench {

/// The texts of a web page, in the order of MSLR-WEB's columns; the last is the others together.
enum Stream : std::size_t { kBody, kAnchor, kTitle, kUrl, kWhole, kStreams };

inline constexpr std::size_t kMostTerms = 8;

/// Words of a stream on an average page of the imaginary web.
inline constexpr std::array<double, kStreams> kMeanLength = {900.0, 60.0, 8.0, 7.0, 975.0};

struct Term {
  double share;                      // of all words of the web
  double weight;                     // how closely its use follows what a page is about
  std::array<double, kStreams> idf;  // rarer in short streams
};

struct Query {
  std::uint64_t number;  // from 1
  int documents;
  std::size_t term_count;
  std::array<Term, kMostTerms> terms;
  double navigational;  // 0: any page about it will do, 1: one site is meant
  double strictness;    // of the judge
};

struct StreamText {
  int length = 0;  // in words
  std::array<int, kMostTerms> counts{};
};

struct Document {
  int grade;  // 0 to 4
  std::array<StreamText, kStreams> streams;
  int url_slashes;
  int url_length;
  int inlinks;
  int outlinks;
  int page_rank;
  int site_rank;
  int quality;
  int other_quality;
  int query_clicks;  // on this page for this query
  int clicks;        // on this page for any query
  double dwell_seconds;
};

/// Query `number` of those that `seed` stands for. Every seed asks the same web the same way, so
/// that one serves for training and another for testing.
Query make_query(std::uint64_t seed, std::uint64_t number);

/// Document `index` of a query.
Document make_document(std::uint64_t seed, const Query& query, std::uint64_t index);

}  // namespace gbrank::bench
