#pragma once

#include <cstdint>
#include <vector>

namespace gbrank::sample {

/// What the whole imaginary collection of medical abstracts looks like.
inline constexpr double kCollectionDocuments = 200000.0;
inline constexpr double kMeanTitleLength = 10.0;
inline constexpr double kMeanAbstractLength = 140.0;

struct Term {
  double idf;
  double collection_share;  // of all words of the collection
  double centrality;        // how closely its use follows what a document is about
};

struct Query {
  std::uint64_t number;  // from 1
  std::vector<Term> terms;
  double clarity;         // how plainly documents show in their words what they are about
  double relevant_above;  // latent relevance at which a judge says grade 1 ...
  double highly_above;    // ... and grade 2
  int documents;
};

struct Field {
  int length = 0;           // in words
  std::vector<int> counts;  // of each query term
};

struct Document {
  std::uint64_t id;
  int grade;
  Field title;
  Field abstract;      // of length 0 when the record has none
  double first_match;  // where the first query term stands in the abstract: 0 start, 1 end or none
  double closeness;    // 1 / distance in words of the closest two different query terms, or 0
  double age;          // years since publication
  int citations;
  int pages;
  double accession;  // place in the order of entry: noise
  bool abstract_length_known;
  bool pages_known;
};

/// Query `number` of the collection that `seed` stands for; no document of an unanswered query is
/// relevant.
Query make_query(std::uint64_t seed, std::uint64_t number, bool unanswered);

/// Document `index` of a query.
Document make_document(std::uint64_t seed, const Query& query, std::uint64_t index);

}  // namespace gbrank::sample
