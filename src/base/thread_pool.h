#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace gbrank {

/// Threads that help a caller with its work. A round of training has hundreds of short parallel
/// stretches, so a helper looks for the next one for some microseconds before it goes to sleep, and
/// no longer: on a busy machine a thread that spins takes away the time that others need. For the
/// same reason nobody waits for a helper that has not begun: what it would have done is done by
/// those who are there.
class ThreadPool {
 public:
  /// The one of this process; its threads are started when they are first asked for. A forked
  /// process starts its own.
  static ThreadPool& shared();

  ThreadPool() = default;
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls task(0) here and task(n) on thread n of the pool, n = 1 to `helpers`, as far as they
  /// come before anyone is done, and returns when all that began have ended. The task must be such
  /// that task(0) alone does all the work and each call returns when nothing is left to begin, and
  /// must not throw. False, with nothing called, when the pool is at work for another caller, or
  /// for this one.
  bool run(int helpers, const std::function<void(int)>& task);

 private:
  void start_threads(int wanted);
  void forget_threads();
  void help(int number);
  bool is_wanted(int number) const;
  bool take_part(int number);

  // One word: which helpers may begin, those up to a number (upper half), and how many are at work
  // (lower half).
  std::atomic<std::uint64_t> state_{0};
  const std::function<void(int)>* task_ = nullptr;
  std::atomic<bool> in_use_{false};
  std::atomic<bool> stop_{false};
  std::atomic<std::uint32_t> calls_{0};  // changes when sleepers are called
  std::atomic<int> sleepers_{0};
  std::atomic<std::uint32_t> ends_{0};  // changes when a helper ends while the caller sleeps
  std::atomic<bool> caller_sleeps_{false};
  std::vector<std::thread> threads_;
};

}  // namespace gbrank
