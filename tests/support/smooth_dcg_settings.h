#pragma once

#include <string>

#include "gbrank/objectives.h"

#include "support/slow_objectives.h"

namespace gbrank::test {

/// Settings that sdcg and shf-sdcg are compared with their definitions under.
inline const SlowDcgOptions kSmoothDcgSettings[] = {
    {1, 0.1, 5, false}, {2.5, 1, 3, true}, {0.5, 0.05, 100, false}};

/// The same settings as the objectives take them.
inline OptionTexts option_texts(const SlowDcgOptions& o) {
  return {{"sdcg-alpha", std::to_string(o.alpha)},
          {"sdcg-beta", std::to_string(o.beta)},
          {"sdcg-k", std::to_string(o.k)},
          {"sdcg-normalize", o.normalize ? "true" : "false"}};
}

}  // namespace gbrank::test
