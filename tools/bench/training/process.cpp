#include "process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>

#include <fmt/ranges.h>

#include "base/file.h"

namespace gbrank::bench {
namespace {

pid_t fork_or_throw(const std::string& name) {
  const pid_t child = fork();
  if (child < 0) throw system_error(name, "cannot be started", errno);
  return child;
}

/// What becomes of the child; never returns.
[[noreturn]] void become(std::vector<char*>& arguments, int output) {
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execvp(arguments[0], arguments.data());
  dprintf(STDERR_FILENO, "%s: cannot be run\n", arguments[0]);
  _exit(127);
}

std::vector<std::string> read_lines(int pipe) {
  std::vector<std::string> lines;
  std::string rest;
  char block[1 << 16];
  while (true) {
    const ssize_t n = read(pipe, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    rest.append(block, static_cast<std::size_t>(n));
    std::size_t begin = 0;
    for (std::size_t end; (end = rest.find('\n', begin)) != std::string::npos; begin = end + 1) {
      lines.push_back(rest.substr(begin, end - begin));
    }
    rest.erase(0, begin);
  }
  if (!rest.empty()) lines.push_back(rest);
  return lines;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

Finished run(const Words& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw system_error(words[0], "cannot be started", errno);
  const FileDescriptor output(ends[0]);
  FileDescriptor input(ends[1]);

  const double machine_before = machine_seconds();
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork_or_throw(words[0]);
  if (child == 0) become(arguments, input.get());
  input = FileDescriptor();
  Finished finished;
  finished.lines = read_lines(output.get());
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) throw system_error(words[0], "cannot be waited for", errno);
  }
  finished.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double others = machine_seconds() - machine_before - processor_seconds(usage);
  finished.other_cores = std::max(0.0, others) / finished.seconds;
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  finished.peak_bytes = 1024.0 * static_cast<double>(usage.ru_maxrss);
  return finished;
}

// The fields are those of proc_stat(5).
double machine_seconds() {
  std::ifstream stat("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softirq = 0, steal = 0;
  stat >> name >> user >> nice >> system >> idle >> waiting >> irq >> softirq >> steal;
  return (user + nice + system + irq + softirq + steal) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double processor_seconds(const rusage& usage) {
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

std::string disturbance(double other_cores) {
  constexpr double kQuiet = 0.1;
  if (other_cores <= kQuiet) return {};
  return fmt::format(
      "other programs took up to {:.2f} cores meanwhile: do not rely on these times, least of all "
      "to compare\n",
      other_cores);
}

std::string last_lines(const Finished& finished) {
  constexpr std::size_t kLines = 8;
  const std::size_t skipped = finished.lines.size() - std::min(kLines, finished.lines.size());
  return fmt::format("{}\n",
                     fmt::join(finished.lines.begin() + static_cast<std::ptrdiff_t>(skipped),
                               finished.lines.end(), "\n"));
}

void warm(const std::string& path) {
  const FileDescriptor file = open_for_reading(path);
  std::vector<char> block(1 << 20);
  while (read(file.get(), block.data(), block.size()) > 0) {
  }
}

Spinner::Spinner() : child_(fork_or_throw("a process that spins")) {
  if (child_ != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  alarm(3600);
  for (volatile unsigned long turns = 0;;) turns = turns + 1;
}

Spinner::~Spinner() {
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

}  // namespace gbrank::bench
