#include "cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include <fmt/format.h>

#include "cli/objective_options.h"

namespace gbrank::cli {
namespace {

constexpr int kLines = 10;  // about so many in a whole fit; each costs the loss of a round
constexpr std::size_t kBarWidth = 24;
constexpr int kBarLossEvery = 5;  // rounds; a loss may take as long as a gradient

using Seconds = std::chrono::duration<double>;

std::string duration_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const long whole = static_cast<long>(seconds);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

int rounds_per_line(int trees) { return std::max(1, trees / kLines); }

std::size_t terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

ProgressStyle choose_progress_style(bool quiet) {
  if (quiet) return ProgressStyle::kNone;
  return isatty(STDERR_FILENO) == 1 ? ProgressStyle::kBar : ProgressStyle::kLines;
}

std::string seconds_text(double seconds) {
  return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 3 : 1);
}

int loss_every(ProgressStyle style, int trees) {
  switch (style) {
    case ProgressStyle::kLines:
      return rounds_per_line(trees);
    case ProgressStyle::kBar:
      return kBarLossEvery;
    case ProgressStyle::kNone:
      break;
  }
  return 0;
}

Progress::Progress(ProgressStyle style, const FitOptions& options)
    : style_(style),
      metric_(options.metrics.front().name()),
      traces_(traces_of(options.objective)),
      every_(rounds_per_line(options.trees)),
      last_loss_(std::numeric_limits<double>::quiet_NaN()),
      start_(std::chrono::steady_clock::now()),
      last_bar_(start_) {}

double Progress::seconds() const {
  return Seconds(std::chrono::steady_clock::now() - start_).count();
}

std::string Progress::status(const RoundReport& report, int shorter) const {
  std::string metric;
  if (!report.valid_metrics.empty()) {
    metric = fmt::format("valid {} {:.4f}", metric_, report.valid_metrics.front().front());
    if (shorter < 2) metric += fmt::format(" (best round {})", report.best_round);
  } else if (!report.train_metrics.empty()) {
    metric = fmt::format("train {} {:.4f}", metric_, report.train_metrics.front());
  }
  std::string text = fmt::format("{}/{}  ", report.round, report.planned);
  if (!std::isnan(last_loss_) && (shorter == 0 || metric.empty())) {
    text += fmt::format("loss {:.6g}  ", last_loss_);
  }
  for (std::size_t t = 0; shorter == 0 && t < traces_.size(); ++t) {
    if (std::isnan(report.traces[t])) continue;
    text += fmt::format("{} {:.4g}  ", traces_[t], report.traces[t]);
  }
  if (!metric.empty()) text += metric + "  ";
  return text + fmt::format("{} elapsed, {} left", duration_text(seconds()),
                            duration_text(seconds_left(report)));
}

double Progress::seconds_left(const RoundReport& report) const {
  return seconds() / report.round * (report.planned - report.round);
}

/// No more than the terminal has room for: a line that wraps cannot be drawn over.
void Progress::draw_bar(const RoundReport& report) const {
  const std::size_t columns = terminal_columns() - 1;
  const auto room_for_bar = [&](const std::string& text) { return text.size() + 8 <= columns; };
  std::string line;
  for (int shorter = 0; shorter <= 2; ++shorter) {
    line = status(report, shorter);
    if (room_for_bar(line)) break;
  }
  if (room_for_bar(line)) {
    const std::size_t width = std::min(kBarWidth, columns - line.size() - 3);
    const std::size_t filled =
        width * static_cast<std::size_t>(report.round) / static_cast<std::size_t>(report.planned);
    line = fmt::format("[{:=<{}}{: <{}}] {}", "", filled, "", width - filled, line);
  }
  fmt::print(stderr, "\r{}\033[K", line.substr(0, columns));
}

void Progress::round(const RoundReport& report) {
  if (!std::isnan(report.loss)) last_loss_ = report.loss;
  const bool last = report.round == report.planned;
  if (style_ == ProgressStyle::kLines && (last || report.round % every_ == 0)) {
    fmt::print(stderr, "round {}\n", status(report, 0));
  }
  if (style_ != ProgressStyle::kBar) return;
  // Ten times a second is as fast as anyone reads.
  const auto now = std::chrono::steady_clock::now();
  if (!last && bar_shown_ && Seconds(now - last_bar_).count() < 0.1) return;
  last_bar_ = now;
  bar_shown_ = true;
  draw_bar(report);
}

void Progress::finish() {
  if (bar_shown_) fmt::print(stderr, "\n");
  bar_shown_ = false;
}

std::string log_header(const FitOptions& options, std::size_t valid_sets) {
  std::string text = "round\tloss";
  for (const std::string& trace : traces_of(options.objective)) text += "\t" + trace;
  for (const Metric& metric : options.metrics) text += fmt::format("\ttrain {}", metric.name());
  for (std::size_t set = 1; set <= valid_sets; ++set) {
    const std::string name = valid_sets == 1 ? "valid" : fmt::format("valid{}", set);
    for (const Metric& metric : options.metrics)
      text += fmt::format("\t{} {}", name, metric.name());
  }
  return text + "\n";
}

std::string log_line(const RoundReport& report) {
  std::string text = fmt::format("{}\t{}", report.round, report.loss);
  for (const double value : report.traces) text += fmt::format("\t{}", value);
  for (const double value : report.train_metrics) text += fmt::format("\t{:.6f}", value);
  for (const std::vector<double>& set : report.valid_metrics) {
    for (const double value : set) text += fmt::format("\t{:.6f}", value);
  }
  return text + "\n";
}

}  // namespace gbrank::cli
