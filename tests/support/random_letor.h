#pragma once

#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "base/random.h"

namespace gbrank::test {

struct RandomLetor {
  std::size_t queries = 20;
  std::size_t documents = 30;  // each
  std::size_t features = 5;
  double missing = 0;       // share of values
  std::size_t values = 50;  // different ones of a feature
  std::uint64_t seed = 1;
};

/// Judged queries with grades 0 to 2 that follow from the first two features and noise.
inline std::string random_letor(const RandomLetor& shape) {
  Random random(random_key(shape.seed));
  std::string text;
  for (std::size_t q = 0; q < shape.queries; ++q) {
    for (std::size_t d = 0; d < shape.documents; ++d) {
      std::string features;
      double relevance = random.uniform();
      for (std::size_t f = 1; f <= shape.features; ++f) {
        if (random.uniform() < shape.missing) {
          features += fmt::format(" {}:nan", f);
          continue;
        }
        const double value =
            static_cast<double>(random.below(shape.values)) / static_cast<double>(shape.values);
        if (f <= 2) relevance += value;
        features += fmt::format(" {}:{}", f, value);
      }
      const int label = relevance > 2 ? 2 : relevance > 1.5 ? 1 : 0;
      fmt::format_to(std::back_inserter(text), "{} qid:{}{}\n", label, q + 1, features);
    }
  }
  return text;
}

}  // namespace gbrank::test
