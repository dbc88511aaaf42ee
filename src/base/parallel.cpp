#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include <omp.h>

namespace gbrank {

int resolve_threads(int requested) {
  return requested > 0 ? requested : std::max(1, omp_get_num_procs());
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
#pragma omp parallel num_threads(workers)
  {
    const int worker = omp_get_thread_num();
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
  }
  if (failure) std::rethrow_exception(failure);
}

void parallel_blocks(int threads, std::size_t count, std::size_t block,
                     const std::function<void(std::size_t, std::size_t, int)>& body) {
  parallel_for(threads, (count + block - 1) / block, [&](std::size_t b, int worker) {
    body(b * block, std::min(count, (b + 1) * block), worker);
  });
}

}  // namespace gbrank
