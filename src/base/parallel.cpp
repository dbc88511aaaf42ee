#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "base/thread_pool.h"

namespace gbrank {

int resolve_threads(int requested) {
  if (requested > 0) return requested;
  // Those that this process may use, which may be fewer than the machine has.
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return std::max(1, CPU_COUNT(&usable));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void parallel_for(int threads, std::size_t count,
                  const std::function<void(std::size_t, int)>& body) {
  const int workers = static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(std::max(1, threads)), count));
  if (workers <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i, 0);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::size_t failed_index = count;
  std::exception_ptr failure;
  const auto work = [&](int worker) {
    while (!failed.load(std::memory_order_relaxed)) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= count) break;
      try {
        body(i, worker);
      } catch (...) {
        failed.store(true, std::memory_order_relaxed);
        const std::lock_guard lock(mutex);
        if (i < failed_index) {
          failed_index = i;
          failure = std::current_exception();
        }
      }
    }
  };
  // Inside of another loop, or while another thread's is running, this one goes without help.
  if (!ThreadPool::shared().run(workers - 1, work)) work(0);
  if (failure) std::rethrow_exception(failure);
}

void parallel_blocks(int threads, std::size_t count, std::size_t block,
                     const std::function<void(std::size_t, std::size_t, int)>& body) {
  parallel_for(threads, (count + block - 1) / block, [&](std::size_t b, int worker) {
    body(b * block, std::min(count, (b + 1) * block), worker);
  });
}

}  // namespace gbrank
