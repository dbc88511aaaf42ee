#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gbrank {

/// One query as an objective sees it: never trees, never files.
struct QueryView {
  std::span<const float> labels;
  std::span<const double> scores;
  std::size_t number;  // its place in the data, to seed what is random about it
};

/// Where training stands, for schedules and for seeds.
struct Round {
  int number;  // from 1
  int planned;
  std::uint64_t seed;
};

/// Memory of one thread, kept between queries so that nothing is allocated in the loop.
struct Scratch {
  std::vector<std::size_t> order;
  std::vector<std::uint64_t> keys;
  std::vector<double> doubles[4];
};

/// What training minimises, as gradient and curvature of one query at a time. The life of an
/// objective:
///  1. it is made from its options by its entry in list.h, once for a fit;
///  2. start_score() is asked once, before the first round: where every score begins;
///  3. differentiate() is called for every query of every round, from many threads at once, so it
///     is const and keeps its working memory in the scratch.
class Objective {
 public:
  virtual ~Objective() = default;

  /// Given the labels of all rows; throws Error for labels that it cannot take.
  virtual double start_score(std::span<const float> /*labels*/) const { return 0; }

  /// Writes d loss / d score and a curvature >= 0 for each document, and returns the loss.
  virtual double differentiate(const QueryView& query, const Round& round, Scratch& scratch,
                               std::span<double> gradient, std::span<double> hessian) const = 0;
};

}  // namespace gbrank
