#include "measure.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace gbrank::bench {
namespace {

/// So many documents at least are timed together: the clock itself takes some 30 ns.
constexpr std::size_t kStretch = 100;

/// Scores batch after batch, and returns how long each stretch took.
std::vector<double> run_once(const Contender& contender, std::size_t batch, std::size_t batches,
                             std::vector<double>& scores) {
  using Clock = std::chrono::steady_clock;
  const std::size_t together = std::max<std::size_t>(1, kStretch / batch);
  std::vector<double> stretches;
  stretches.reserve(batches / together + 1);
  for (std::size_t b = 0; b < batches;) {
    const std::size_t end = std::min(b + together, batches);
    const auto start = Clock::now();
    for (; b < end; ++b) contender.score(b * batch, std::span(scores).subspan(b * batch, batch));
    stretches.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  return stretches;
}

void check(const Contender& contender, const Expected& expected, const Figure& figure) {
  std::vector<double> scores(figure.batch * figure.batches,
                             std::numeric_limits<double>::quiet_NaN());
  run_once(contender, figure.batch, figure.batches, scores);
  check_scores(fmt::format("{}, batches of {}", contender.name, figure.batch), contender.rounding,
               expected, scores);
}

}  // namespace

void LeastTimes::add_run(std::span<const double> stretches) {
  if (least_.empty()) least_.assign(stretches.size(), std::numeric_limits<double>::infinity());
  for (std::size_t s = 0; s < stretches.size(); ++s) least_[s] = std::min(least_[s], stretches[s]);
  runs_.push_back(std::accumulate(stretches.begin(), stretches.end(), 0.0));
}

double LeastTimes::seconds() const { return std::accumulate(least_.begin(), least_.end(), 0.0); }

std::vector<Line> measure(std::span<const Contender> contenders, const Expected& expected,
                          std::span<const std::size_t> batches, int runs,
                          const Progress& progress) {
  const std::size_t documents = expected.scores.size();
  std::vector<Line> lines;
  for (const Contender& contender : contenders) {
    Line& line = lines.emplace_back(Line{contender.name, contender.call, {}});
    for (const std::size_t batch : batches) line.figures.push_back({batch, documents / batch, {}});
  }
  std::vector<double> scores(documents);
  for (std::size_t f = 0; f < batches.size(); ++f) {
    for (std::size_t c = 0; c < contenders.size(); ++c) {
      check(contenders[c], expected, lines[c].figures[f]);
    }
    for (int run = 1; run <= runs; ++run) {
      progress(batches[f], run);
      for (std::size_t c = 0; c < contenders.size(); ++c) {
        Figure& figure = lines[c].figures[f];
        figure.times.add_run(run_once(contenders[c], batches[f], figure.batches, scores));
      }
    }
  }
  return lines;
}

}  // namespace gbrank::bench
