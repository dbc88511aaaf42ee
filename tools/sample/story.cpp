#include "story.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"
#include "variates.h"

namespace gbrank::sample {
namespace {

// The first key of a stream says what it is for.
enum Stream : std::uint64_t { kQueryStream = 1, kDocumentStream = 2 };

/// What a judge sees and the columns show only through words, lengths and citations.
struct Nature {
  double about;        // how far the abstract is about the query
  double title_about;  // the same of the title, which is not always an honest one
  double verbosity;    // repeats words without being more relevant
  double quality;      // earns citations as years pass
  double genre;        // below zero case notes, above zero reviews: sets the length
};

Nature draw_nature(Random& random) {
  Nature nature{};
  nature.about = normal(random);
  nature.title_about = 0.5 * nature.about + std::sqrt(0.75) * normal(random);
  nature.verbosity = normal(random);
  nature.quality = normal(random);
  nature.genre = normal(random);
  return nature;
}

/// Quality counts only in what is about the question, and shows only in citations for their age;
/// neither a note nor a rambling review answers a question. So trees see what no single column, and
/// no weighted sum of columns, can show.
double latent_relevance(const Nature& nature) {
  const double on_topic = 1.0 / (1.0 + std::exp(-2.0 * nature.about));
  return 0.60 * nature.about + 0.35 * nature.title_about + 1.10 * on_topic * nature.quality -
         0.70 * nature.genre * nature.genre - 0.20 * nature.verbosity;
}

int grade(Random& random, const Query& query, const Nature& nature) {
  constexpr double kJudgesNoise = 0.5;
  const double seen = latent_relevance(nature) + kJudgesNoise * normal(random);
  return (seen > query.relevant_above ? 1 : 0) + (seen > query.highly_above ? 1 : 0);
}

/// Words of each query term in a field: Poisson about a share of its length that grows with
/// `about` for central terms.
Field write_field(Random& random, const Query& query, int length, double about, double share,
                  double verbosity) {
  Field field;
  int matches = 0;
  for (const Term& term : query.terms) {
    const double topical = share * std::exp(query.clarity * term.centrality * about +
                                            0.5 * verbosity + 0.6 * normal(random));
    field.counts.push_back(poisson(random, length * (term.collection_share + topical)));
    matches += field.counts.back();
  }
  field.length = matches == 0 ? length : std::max(length, matches + 1);
  return field;
}

/// Puts the words of an abstract in their places and reads off the two columns about places.
void place_words(Random& random, double about, Document& document) {
  struct Place {
    int word;
    std::size_t term;
  };
  std::vector<Place> places;
  const double earliness = std::exp(0.25 * about);
  for (std::size_t term = 0; term < document.abstract.counts.size(); ++term) {
    for (int i = 0; i < document.abstract.counts[term]; ++i) {
      const double at = std::pow(random.uniform(), earliness);
      places.push_back({static_cast<int>(at * document.abstract.length), term});
    }
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.word != b.word ? a.word < b.word : a.term < b.term;
  });
  document.first_match =
      places.empty() ? 1.0 : static_cast<double>(places.front().word) / document.abstract.length;
  document.closeness = 0.0;
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].term == places[i - 1].term) continue;
    const int distance = std::max(1, places[i].word - places[i - 1].word);
    document.closeness = std::max(document.closeness, 1.0 / distance);
  }
}

bool matches_anywhere(const Document& document) {
  return std::accumulate(document.title.counts.begin(), document.title.counts.end(), 0) +
             std::accumulate(document.abstract.counts.begin(), document.abstract.counts.end(), 0) >
         0;
}

Document draw_document(Random& random, const Query& query) {
  constexpr double kWithoutAbstract = 0.2;
  constexpr double kValueUnknown = 0.01;

  const Nature nature = draw_nature(random);
  Document document{};
  document.id = 1 + random.below(static_cast<std::uint64_t>(kCollectionDocuments));
  document.grade = grade(random, query, nature);

  const int title_length = std::max(2, static_cast<int>(log_normal(random, 9.5, 0.35)));
  document.title = write_field(random, query, title_length, nature.title_about, 0.045, 0.0);
  const bool has_abstract = random.uniform() >= kWithoutAbstract;
  const double usual_length = log_normal(random, 130.0, 0.1) * std::exp(0.4 * nature.genre);
  document.abstract = write_field(random, query, has_abstract ? static_cast<int>(usual_length) : 0,
                                  nature.about, 0.008, nature.verbosity);
  place_words(random, nature.about, document);

  document.age = 0.5 + 9.5 * random.uniform();
  document.citations =
      poisson(random, 0.6 * std::pow(document.age, 1.5) * std::exp(0.6 * nature.quality));
  document.pages = 1 + poisson(random, 6.0 * std::exp(0.3 * normal(random)));
  document.accession = random.uniform();
  document.abstract_length_known = random.uniform() >= kValueUnknown;
  document.pages_known = random.uniform() >= kValueUnknown;
  return document;
}

}  // namespace

Query make_query(std::uint64_t seed, std::uint64_t number, bool unanswered) {
  Random random(random_key(seed, kQueryStream, number));
  Query query{};
  query.number = number;
  query.terms.resize(3 + random.below(6));
  for (Term& term : query.terms) {
    const double documents_with = std::exp(std::log(50.0) + random.uniform() * std::log(400.0));
    term.idf = std::log((kCollectionDocuments - documents_with + 0.5) / (documents_with + 0.5));
    term.collection_share =
        1.5 * documents_with / (kCollectionDocuments * (kMeanTitleLength + kMeanAbstractLength));
    // Rare words tend to be the ones the question turns on.
    term.centrality = std::clamp(0.1 * term.idf + 0.35 * normal(random), 0.0, 1.5);
  }
  query.clarity = std::clamp(0.9 + 0.35 * normal(random), 0.3, 1.6);
  const double difficulty = 0.45 * normal(random);
  query.relevant_above = 0.04 + difficulty;
  query.highly_above = query.relevant_above + 0.6 + 0.5 * random.uniform();
  if (unanswered) {
    query.relevant_above = query.highly_above = std::numeric_limits<double>::infinity();
  }
  query.documents =
      std::clamp(static_cast<int>(std::lround(log_normal(random, 102.0, 0.5))), 35, 300);
  return query;
}

Document make_document(std::uint64_t seed, const Query& query, std::uint64_t index) {
  Random random(random_key(seed, kDocumentStream, query.number, index));
  while (true) {
    // A document without any of the words would never have been among the candidates.
    const Document document = draw_document(random, query);
    if (matches_anywhere(document)) return document;
  }
}

}  // namespace gbrank::sample
