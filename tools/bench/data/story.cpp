#include "story.h"

#include <algorithm>
#include <cmath>

#include "relevance.h"
#include "variates.h"

namespace gbrank::bench {
namespace {

// The first key of a stream of random words says what it is for.
enum Purpose : std::uint64_t { kQueries = 1, kDocuments = 2 };

Traits draw_traits(Random& random) {
  Traits traits{};
  const double topic = normal(random);
  const auto mostly = [&](double common, double share) {
    return share * common + std::sqrt(1.0 - share * share) * normal(random);
  };
  traits[kBodyAbout] = mostly(topic, 0.7);
  traits[kTitleAbout] = mostly(topic, 0.6);
  traits[kAnchorAbout] = mostly(topic, 0.5);
  traits[kUrlAbout] = mostly(traits[kTitleAbout], 0.5);
  traits[kAuthority] = normal(random);
  traits[kPopularity] = mostly(traits[kAuthority], 0.5);
  traits[kQuality] = mostly(traits[kAuthority], 0.3);
  traits[kSize] = normal(random);
  traits[kDepth] = mostly(traits[kAuthority], -0.4);
  return traits;
}

/// Poisson counts about a share of the length that grows with what the page is about.
StreamText write_stream(Random& random, const Query& query, double length, double about,
                        double share) {
  StreamText text;
  int matches = 0;
  for (std::size_t t = 0; t < query.term_count; ++t) {
    const Term& term = query.terms[t];
    const double topical = share * std::exp(term.weight * about + 0.5 * normal(random));
    text.counts[t] = poisson(random, std::floor(length) * std::min(0.3, term.share + topical));
    matches += text.counts[t];
  }
  text.length = std::max(static_cast<int>(length), matches);
  return text;
}

void write_streams(Random& random, const Query& query, const Traits& traits, Document& document) {
  const double body = log_normal(random, 500.0, 0.1) * std::exp(0.8 * traits[kSize]);
  const bool linked = random.uniform() < 1.0 / (1.0 + std::exp(-0.2 - 1.5 * traits[kAuthority]));
  const double anchor = log_normal(random, 9.0, 0.8) * std::exp(1.1 * traits[kAuthority]);
  auto& streams = document.streams;
  streams[kBody] = write_stream(random, query, body, traits[kBodyAbout], 0.004);
  streams[kAnchor] = write_stream(random, query, linked ? anchor : 0.0, traits[kAnchorAbout], 0.07);
  streams[kTitle] =
      write_stream(random, query, log_normal(random, 7.0, 0.5), traits[kTitleAbout], 0.07);
  streams[kUrl] =
      write_stream(random, query, log_normal(random, 6.0, 0.4) + 1.0, traits[kUrlAbout], 0.05);
  for (const Stream part : {kBody, kAnchor, kTitle, kUrl}) {
    streams[kWhole].length += streams[part].length;
    for (std::size_t t = 0; t < query.term_count; ++t) {
      streams[kWhole].counts[t] += streams[part].counts[t];
    }
  }
}

int whole_between(double value, double least, double most) {
  return static_cast<int>(std::clamp(value, least, most));
}

void write_links_and_clicks(Random& random, const Query& query, const Traits& traits,
                            Document& document) {
  document.url_slashes = 1 + poisson(random, 1.3 * std::exp(0.5 * traits[kDepth]));
  document.url_length = 12 + 6 * document.url_slashes + poisson(random, 14.0);
  document.inlinks =
      whole_between(log_normal(random, 1.2, 0.7) * std::exp(1.8 * traits[kAuthority]), 0, 1e7);
  document.outlinks =
      whole_between(log_normal(random, 20.0, 0.9) * std::exp(0.5 * traits[kSize]) - 4, 0, 1e6);
  document.page_rank =
      whole_between(log_normal(random, 140.0, 0.1) * std::exp(1.2 * traits[kAuthority]), 1, 65535);
  document.site_rank =
      whole_between(log_normal(random, 9000.0, 0.8) * std::exp(0.7 * traits[kAuthority]), 1, 65535);
  document.quality = whole_between(25.0 + 22.0 * traits[kQuality] + 2.0 * normal(random), 1, 255);
  document.other_quality =
      whole_between(12.0 + 10.0 * traits[kQuality] + 9.0 * normal(random), 1, 255);
  // Few pages are clicked at all, and some of them very often.
  const double visits = log_normal(random, 0.8, 0.5) * std::exp(1.9 * traits[kPopularity]);
  document.clicks = whole_between(visits, 0, 1e6);
  document.query_clicks =
      document.clicks == 0
          ? 0
          : poisson(random,
                    0.02 * visits * std::exp(0.8 * traits[kTitleAbout] + query.navigational));
  document.dwell_seconds =
      document.clicks == 0 ? 0.0 : log_normal(random, 25.0, 0.7) * std::exp(0.4 * traits[kQuality]);
}

}  // namespace

Query make_query(std::uint64_t seed, std::uint64_t number) {
  constexpr double kShortLists = 0.04;
  Random random(random_key(seed, kQueries, number));
  Query query{};
  query.number = number;
  query.documents = random.uniform() < kShortLists
                        ? static_cast<int>(1 + random.below(20))
                        : whole_between(log_normal(random, 108.0, 0.5), 1, 1000);
  query.term_count = std::min(kMostTerms, static_cast<std::size_t>(1 + poisson(random, 1.8)));
  for (std::size_t t = 0; t < query.term_count; ++t) {
    Term& term = query.terms[t];
    const double rarity = 2.0 + 8.0 * random.uniform();
    term.share = 0.01 * std::exp(-rarity);
    term.weight = std::clamp(0.3 + 0.08 * rarity + 0.25 * normal(random), 0.0, 1.6);
    for (std::size_t s = 0; s < kStreams; ++s) {
      term.idf[s] = rarity + 0.25 * std::log(kMeanLength[kWhole] / kMeanLength[s]);
    }
  }
  query.navigational = random.uniform() / static_cast<double>(query.term_count);
  query.strictness = 0.35 * normal(random);
  return query;
}

Document make_document(std::uint64_t seed, const Query& query, std::uint64_t index) {
  Random random(random_key(seed, kDocuments, query.number, index));
  const Traits traits = draw_traits(random);
  Document document{};
  document.grade = judge(random, query, traits);
  write_streams(random, query, traits, document);
  write_links_and_clicks(random, query, traits, document);
  return document;
}

}  // namespace gbrank::bench
