#include "relevance.h"

#include <vector>

#include "variates.h"

namespace gbrank::bench {
namespace {

/// A kind of page that judges like or dislike: a round hill over two traits. Hundreds of them
/// together take many trees to learn.
struct Taste {
  std::size_t trait, other;
  double centre, other_centre;
  double liking;
};

std::vector<Taste> draw_tastes() {
  constexpr int kTastes = 300;
  constexpr std::uint64_t kWorld = 20100616;  // the same for every seed
  Random random(random_key(kWorld));
  std::vector<Taste> tastes;
  for (int i = 0; i < kTastes; ++i) {
    Taste taste{};
    taste.trait = random.below(kTraits);
    taste.other = (taste.trait + 1 + random.below(kTraits - 1)) % kTraits;
    taste.centre = normal(random);
    taste.other_centre = normal(random);
    taste.liking = 0.35 * normal(random);
    tastes.push_back(taste);
  }
  return tastes;
}

double liking(const Traits& traits) {
  static const std::vector<Taste> tastes = draw_tastes();
  double sum = 0.0;
  for (const Taste& taste : tastes) {
    const double x = traits[taste.trait] - taste.centre;
    const double y = traits[taste.other] - taste.other_centre;
    sum += taste.liking / (1.0 + 3.0 * (x * x + y * y));
  }
  return sum;
}

/// Authority and popularity count only for a page that is about the query, and the more, the more
/// the query means one site.
double relevance(const Query& query, const Traits& traits) {
  const double about = 0.6 * traits[kBodyAbout] + 0.5 * traits[kTitleAbout] +
                       0.2 * traits[kAnchorAbout] + 0.1 * traits[kUrlAbout];
  const double on_topic = about > 0.0 ? about / (0.5 + about) : 0.0;
  const double standing = traits[kAuthority] + traits[kPopularity] - traits[kDepth];
  return 0.5 * about + (0.2 + 1.2 * query.navigational) * on_topic * standing +
         0.3 * traits[kQuality] * (1.0 - query.navigational) -
         0.15 * traits[kSize] * traits[kSize] + liking(traits);
}

}  // namespace

int judge(Random& random, const Query& query, const Traits& traits) {
  constexpr double kNoise = 0.65;
  // As many of each grade as in MSLR-WEB30K: 51, 32, 13, 2 and 1 per cent.
  constexpr double kLeast[] = {-0.793, 0.650, 2.174, 2.930};
  const double seen = relevance(query, traits) - query.strictness + kNoise * normal(random);
  int grade = 0;
  for (const double least : kLeast) grade += seen > least ? 1 : 0;
  return grade;
}

}  // namespace gbrank::bench
