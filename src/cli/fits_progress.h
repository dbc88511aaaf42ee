#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "cli/progress.h"

namespace gbrank::cli {

/// Tells on standard error how many fits of an experiment are done and how long the rest may take.
class FitsProgress {
 public:
  FitsProgress(const std::string& command, bool quiet);

  /// `was_stored`: an earlier run had done it, so it says nothing of the time that others take.
  void fit_done(std::size_t done, std::size_t planned, bool was_stored);
  /// Ends the line that a terminal sees.
  void finish();

 private:
  std::string command_;
  ProgressStyle style_;
  std::size_t stored_ = 0;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace gbrank::cli
