#pragma once

#include <array>
#include <cstddef>

#include "base/random.h"
#include "story.h"

namespace gbrank::bench {

/// What a judge sees of a page and its columns show only through words, links and clicks: standard
/// normals.
enum Trait : std::size_t {
  kBodyAbout,  // how far the stream is about the query
  kTitleAbout,
  kAnchorAbout,
  kUrlAbout,
  kAuthority,
  kPopularity,
  kQuality,
  kSize,
  kDepth,  // below the root of its site
  kTraits
};
using Traits = std::array<double, kTraits>;

/// The grade that a judge gives.
int judge(Random& random, const Query& query, const Traits& traits);

}  // namespace gbrank::bench
