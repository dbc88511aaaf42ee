#pragma once

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gbrank::test {

/// How a program ended and what it said.
struct Run {
  int status = 0;  // the exit status, or minus the signal that ended it
  std::string out;
  std::string err;
  long max_rss_kb = 0;  // its largest resident set; never less than ours was when it started
};

namespace detail {

/// A file without a name: a program can write any amount to it before anyone reads.
inline int unnamed_file() {
  std::string path = (std::filesystem::temp_directory_path() / "gbrank-run-XXXXXX").string();
  const int file = mkostemp(path.data(), O_CLOEXEC);
  if (file < 0) throw std::runtime_error("no temporary file");
  unlink(path.c_str());
  return file;
}

inline std::string take(int file) {
  std::string text(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = pread(file, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (n <= 0) throw std::runtime_error("cannot read what a program wrote");
    done += static_cast<std::size_t>(n);
  }
  close(file);
  return text;
}

/// A program may end before it has read everything; that is no failure of the test.
inline void feed(int pipe, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(pipe, text.data(), text.size());
    if (n <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  close(pipe);
}

/// A child that runs a program, looked up on PATH, with these files.
inline pid_t start(const std::vector<std::string>& words, int in, int out, int err) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child > 0) return child;
  signal(SIGPIPE, SIG_DFL);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  // Threads that spin while they wait slow each other down on a busy machine, and tests often run
  // on one.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace detail

/// Runs a program, looked up on PATH, with `input` coming through a pipe.
inline Run run_command(const std::vector<std::string>& words, std::string_view input = {}) {
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const int out = detail::unnamed_file();
  const int err = detail::unnamed_file();
  signal(SIGPIPE, SIG_IGN);  // of the pipe that we write to
  const pid_t child = detail::start(words, pipe_ends[0], out, err);
  close(pipe_ends[0]);
  detail::feed(pipe_ends[1], input);
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) throw std::runtime_error("lost a program");
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), detail::take(out),
          detail::take(err), usage.ru_maxrss};
}

/// Runs gbrank.
inline Run run_gbrank(std::vector<std::string> arguments, std::string_view input = {}) {
  arguments.insert(arguments.begin(), GBRANK_PROGRAM);
  return run_command(arguments, input);
}

/// Runs gbrank and kills it, as a power cut would, once `now` says so. Returns whether it was still
/// running.
template <typename Condition>
bool kill_gbrank_when(std::vector<std::string> arguments, const Condition& now) {
  arguments.insert(arguments.begin(), GBRANK_PROGRAM);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  const pid_t child = detail::start(arguments, nowhere, nowhere, nowhere);
  close(nowhere);
  int status = 0;
  while (!now()) {
    if (waitpid(child, &status, WNOHANG) == child) return false;
    usleep(200);
  }
  kill(child, SIGKILL);
  if (waitpid(child, &status, 0) != child) throw std::runtime_error("lost a program");
  return WIFSIGNALED(status);
}

/// Whether the shell would find a program of this name.
inline bool on_path(const std::string& program) {
  const char* path = getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace gbrank::test
