#include "cli/fits_progress.h"

#include <fmt/format.h>

namespace gbrank::cli {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

FitsProgress::FitsProgress(const std::string& command, bool quiet)
    : command_(command), style_(choose_progress_style(quiet)), start_(Clock::now()) {}

void FitsProgress::fit_done(std::size_t done, std::size_t planned, bool was_stored) {
  if (was_stored) ++stored_;
  if (style_ == ProgressStyle::kNone) return;
  const bool bar = style_ == ProgressStyle::kBar;
  const auto now = Clock::now();
  // A terminal's line changes ten times a second at most, a log gets a line every ten seconds.
  if (done < planned && shown_ && Seconds(now - last_).count() < (bar ? 0.1 : 10.0)) return;
  last_ = now;
  shown_ = true;
  const double elapsed = Seconds(now - start_).count();
  std::string text = fmt::format("{}: {} of {} fits", command_, done, planned);
  if (stored_ > 0) text += fmt::format(" ({} were done before)", stored_);
  text += fmt::format(", {} elapsed", seconds_text(elapsed));
  if (done > stored_ && done < planned) {
    const double each = elapsed / static_cast<double>(done - stored_);
    text +=
        fmt::format(", about {} left", seconds_text(each * static_cast<double>(planned - done)));
  }
  fmt::print(stderr, "{}{}{}", bar ? "\r\x1b[K" : "", text, bar ? "" : "\n");
}

void FitsProgress::finish() {
  if (style_ == ProgressStyle::kBar && shown_) fmt::print(stderr, "\n");
  shown_ = false;
}

}  // namespace gbrank::cli
