#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gbrank/fit.h"

namespace gbrank::cli {

enum class ProgressStyle { kNone, kLines, kBar };

/// A bar where standard error is a terminal, lines otherwise, nothing when quiet.
ProgressStyle choose_progress_style(bool quiet);

/// Milliseconds as long as they say something: "0.123 s", "12.3 s".
std::string seconds_text(double seconds);

/// FitOptions::loss_every for a fit of so many trees whose loss only its progress shows.
int loss_every(ProgressStyle style, int trees);

/// Tells on standard error how a fit goes.
class Progress {
 public:
  Progress(ProgressStyle style, const FitOptions& options);

  void round(const RoundReport& report);
  /// Ends the bar, so that what follows starts on a line of its own.
  void finish();

  double seconds() const;

 private:
  /// Round, loss, traces, metric and times; the shorter, the less it tells beside the metric: 0
  /// all, 1 no loss and no traces, 2 not the best round either.
  std::string status(const RoundReport& report, int shorter) const;
  double seconds_left(const RoundReport& report) const;
  void draw_bar(const RoundReport& report) const;

  ProgressStyle style_;
  std::string metric_;
  std::vector<std::string> traces_;
  int every_;
  double last_loss_;  // nan: none is known yet
  bool bar_shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_bar_;
};

/// The header and the lines of --log: round, loss, traces and every metric, tab-separated.
std::string log_header(const FitOptions& options, std::size_t valid_sets);
std::string log_line(const RoundReport& report);

}  // namespace gbrank::cli
