#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "contender.h"
#include "scores.h"

namespace gbrank::bench {

/// Times of the same stretches of work, one run after the other.
class LeastTimes {
 public:
  /// One time a stretch, in seconds.
  void add_run(std::span<const double> stretches);

  /// The sum over the stretches of each one's least time: a disturbance counts only if it comes at
  /// the same stretch of every run.
  double seconds() const;
  /// The whole of each run.
  const std::vector<double>& runs() const { return runs_; }

 private:
  std::vector<double> least_;
  std::vector<double> runs_;
};

/// What a contender took for all documents in batches of one length.
struct Figure {
  std::size_t batch = 0;
  std::size_t batches = 0;
  LeastTimes times;

  double documents_a_second() const {
    return static_cast<double>(batch * batches) / times.seconds();
  }
  double microseconds_a_batch() const {
    return 1e6 * times.seconds() / static_cast<double>(batches);
  }
};

/// A contender's line of the table.
struct Line {
  std::string name;
  std::string call;
  std::vector<Figure> figures;  // one a length
};

/// Told before each run.
using Progress = std::function<void(std::size_t batch, int run)>;

/// Scores all documents in batches of each length: once to check every score, then by turns, run 1
/// of all and then run 2 of all. Throws Error for a contender that scores wrongly.
std::vector<Line> measure(std::span<const Contender> contenders, const Expected& expected,
                          std::span<const std::size_t> batches, int runs, const Progress& progress);

}  // namespace gbrank::bench
