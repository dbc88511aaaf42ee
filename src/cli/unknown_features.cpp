#include "cli/unknown_features.h"

#include <fmt/format.h>

namespace gbrank::cli {

void warn_of_unknown_features(std::size_t largest_index, const Ensemble& ensemble,
                              const std::string& name) {
  if (largest_index <= ensemble.features()) return;
  fmt::print(stderr,
             "gbrank: {}: has features up to {}; the model knows {}, the others are ignored\n",
             name, largest_index, ensemble.features());
}

std::vector<double> score_judged(const JudgedText& data, const Ensemble& ensemble, int threads) {
  TextScorer scorer(ensemble, threads);
  std::vector<double> scores;
  scorer.score(data.source(), scores);
  warn_of_unknown_features(scorer.largest_index(), ensemble, data.name());
  return scores;
}

}  // namespace gbrank::cli
