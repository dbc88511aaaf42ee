#pragma once

#include <span>
#include <string>
#include <vector>

#include "objective/list.h"

namespace gbrank::test {

struct Derivatives {
  double loss;
  std::vector<double> gradient;
  std::vector<double> hessian;
};

/// One query through an objective of the list.
inline Derivatives differentiate(const std::string& objective, const OptionTexts& given,
                                 std::span<const float> labels, std::span<const double> scores,
                                 const Round& round = {1, 100, 1}, std::size_t query = 0) {
  const ObjectiveEntry& entry = find_objective(objective);
  const OptionTexts options = complete_options(entry, given);
  Derivatives result{0, std::vector<double>(labels.size(), -77.0),
                     std::vector<double>(labels.size(), -77.0)};
  Scratch scratch;
  result.loss =
      entry.make(OptionReader(options))
          ->differentiate({labels, scores, query}, round, scratch, result.gradient, result.hessian);
  return result;
}

}  // namespace gbrank::test
