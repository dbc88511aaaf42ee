#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gbrank/metrics.h"

namespace gbrank {

/// Judged and scored lists that own what JudgedLists only points to.
struct Judged {
  std::vector<float> labels;
  std::vector<double> scores;
  std::vector<std::string> ids;
  std::vector<std::size_t> offsets{0};

  void add(const std::vector<float>& list_labels, const std::vector<double>& list_scores,
           const std::vector<std::string>& list_ids = {}) {
    labels.insert(labels.end(), list_labels.begin(), list_labels.end());
    scores.insert(scores.end(), list_scores.begin(), list_scores.end());
    ids.insert(ids.end(), list_ids.begin(), list_ids.end());
    offsets.push_back(labels.size());
  }

  JudgedLists lists() const { return {labels, offsets, ids}; }

  MetricValue measure(std::string_view metric, const Convention& convention,
                      int threads = 1) const {
    return Evaluator(parse_metric(metric), convention, lists()).evaluate(scores, threads);
  }
};

inline Judged one_list(const std::vector<float>& labels, const std::vector<double>& scores,
                       const std::vector<std::string>& ids = {}) {
  Judged judged;
  judged.add(labels, scores, ids);
  return judged;
}

inline Convention with_ties(Ties ties) {
  Convention convention;
  convention.ties = ties;
  return convention;
}

}  // namespace gbrank
