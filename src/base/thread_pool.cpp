#include "base/thread_pool.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <new>
#include <system_error>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gbrank {
namespace {

constexpr int kWantedShift = 32;
constexpr std::uint64_t kAtWork = (std::uint64_t{1} << kWantedShift) - 1;

/// About what falling asleep and being woken costs: whoever waits longer than this has lost no more
/// than twice the least that it could have lost.
constexpr std::chrono::microseconds kPatience{30};

void relax() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

/// Looks until it is so or patience ends; returns whether it is so.
template <typename Condition>
bool soon(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  do {
    for (int i = 0; i < 16; ++i) {
      if (condition()) return true;
      relax();
    }
  } while (std::chrono::steady_clock::now() < end);
  return condition();
}

}  // namespace

ThreadPool& ThreadPool::shared() {
  static ThreadPool pool;
  static const int registered = pthread_atfork(nullptr, nullptr, [] { shared().forget_threads(); });
  static_cast<void>(registered);
  return pool;
}

ThreadPool::~ThreadPool() {
  stop_ = true;
  ++calls_;
  calls_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool ThreadPool::run(int helpers, const std::function<void(int)>& task) {
  if (in_use_.exchange(true, std::memory_order_acquire)) return false;
  start_threads(helpers);
  task_ = &task;
  // From here on helpers may begin. Sequentially consistent, as is all that decides about sleep:
  // either a helper that is about to sleep sees the work, or this thread sees the sleeper.
  state_.store(static_cast<std::uint64_t>(helpers) << kWantedShift);
  if (sleepers_.load() > 0) {
    ++calls_;
    calls_.notify_all();
  }
  task(0);
  // All is done or being done: nobody need begin any more.
  state_.fetch_and(kAtWork);
  const auto all_ended = [&] { return (state_.load() & kAtWork) == 0; };
  if (!soon(all_ended)) {
    caller_sleeps_ = true;
    for (std::uint32_t seen = ends_; !all_ended(); seen = ends_) ends_.wait(seen);
    caller_sleeps_ = false;
  }
  in_use_.store(false, std::memory_order_release);
  return true;
}

void ThreadPool::start_threads(int wanted) {
  try {
    while (threads_.size() < static_cast<std::size_t>(wanted)) {
      const int number = static_cast<int>(threads_.size()) + 1;
      threads_.emplace_back([this, number] { help(number); });
    }
  } catch (const std::system_error&) {
    // The system has no more threads for us; those that there are do the work.
  } catch (const std::bad_alloc&) {
    // Nor more memory for threads.
  }
}

/// In a process that was just forked: it has a copy of all that stands here, but only the thread
/// that called fork.
void ThreadPool::forget_threads() {
  // What is no thread of this process can be neither joined nor let go.
  static std::vector<std::thread>& lost = *new std::vector<std::thread>;
  std::ranges::move(threads_, std::back_inserter(lost));
  threads_.clear();
  state_ = 0;
  sleepers_ = 0;
  caller_sleeps_ = false;
  in_use_ = false;
}

bool ThreadPool::is_wanted(int number) const {
  return static_cast<std::uint64_t>(number) <= state_.load() >> kWantedShift;
}

/// Begins the task if this thread may, and does it.
bool ThreadPool::take_part(int number) {
  std::uint64_t state = state_.load();
  do {
    if (static_cast<std::uint64_t>(number) > state >> kWantedShift) return false;
  } while (!state_.compare_exchange_weak(state, state + 1));
  // The caller cannot leave run() now, so its task is there.
  (*task_)(number);
  // What one has ended nobody need begin.
  state_.fetch_and(kAtWork);
  --state_;
  if (caller_sleeps_.load()) {
    ++ends_;
    ends_.notify_one();
  }
  return true;
}

void ThreadPool::help(int number) {
  const auto something_to_do = [&] { return is_wanted(number) || stop_.load(); };
  while (!stop_.load()) {
    if (take_part(number) || soon(something_to_do)) continue;
    const std::uint32_t seen = calls_.load();
    ++sleepers_;
    if (!something_to_do()) calls_.wait(seen);
    --sleepers_;
  }
}

}  // namespace gbrank
