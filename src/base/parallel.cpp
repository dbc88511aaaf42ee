#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "base/aligned.h"
#include "base/thread_pool.h"

namespace gbrank {

int resolve_threads(int requested) {
  if (requested > 0) return requested;
  // Those that this process may use, which may be fewer than the machine has.
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return std::max(1, CPU_COUNT(&usable));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

namespace {

int workers_for(int threads, std::size_t count) {
  return static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(std::max(1, threads)), count));
}

/// The exception of the lowest index that failed.
class Failure {
 public:
  /// Whether an index need not be started, because one before it has failed.
  bool is_before(std::size_t index) const {
    return index > lowest_.load(std::memory_order_relaxed);
  }

  template <typename Body>
  void watch(std::size_t index, const Body& body) {
    try {
      body();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (index >= lowest_) return;
      lowest_ = index;
      exception_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<std::size_t> lowest_{std::numeric_limits<std::size_t>::max()};
  std::mutex mutex_;
  std::exception_ptr exception_;
};

/// Indices that are handed out one after the other, on a cache line of their own.
struct alignas(kCacheLine) Share {
  std::atomic<std::size_t> next{0};
  std::size_t end = 0;
};

/// Does what is left of a share.
void work_on(Share& share, int worker, const IndexBody& body, Failure& failure) {
  while (true) {
    const std::size_t i = share.next.fetch_add(1, std::memory_order_relaxed);
    if (i >= share.end || failure.is_before(i)) return;
    failure.watch(i, [&] { body(i, worker); });
  }
}

/// Calls work(worker) on every worker that comes in time.
void run_workers(int workers, const std::function<void(int)>& work) {
  // Inside of another loop, or while another thread's is running, this one goes without help.
  if (!ThreadPool::shared().run(workers - 1, work)) work(0);
}

}  // namespace

void parallel_for(int threads, std::size_t count, const IndexBody& body) {
  const int workers = workers_for(threads, count);
  if (workers <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i, 0);
    return;
  }
  Share share;
  share.end = count;
  Failure failure;
  run_workers(workers, [&](int worker) { work_on(share, worker, body, failure); });
  failure.rethrow();
}

void parallel_shares(int threads, std::span<const std::size_t> ends, const IndexBody& body) {
  const std::size_t count = ends.empty() ? 0 : ends.back();
  const int workers = workers_for(threads, count);
  if (workers <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i, 0);
    return;
  }
  std::vector<Share> shares(ends.size());
  for (std::size_t s = 0; s < shares.size(); ++s) {
    shares[s].next = s == 0 ? 0 : ends[s - 1];
    shares[s].end = ends[s];
  }
  Failure failure;
  run_workers(workers, [&](int worker) {
    const auto own = static_cast<std::size_t>(worker);
    for (std::size_t s = 0; s < shares.size(); ++s) {
      work_on(shares[(own + s) % shares.size()], worker, body, failure);
    }
  });
  failure.rethrow();
}

void parallel_shares(int threads, std::size_t count, const IndexBody& body) {
  const auto shares = static_cast<std::size_t>(workers_for(threads, count));
  std::vector<std::size_t> ends(shares);
  for (std::size_t s = 0; s < shares; ++s) ends[s] = count * (s + 1) / shares;
  parallel_shares(threads, ends, body);
}

void parallel_blocks(int threads, std::size_t count, std::size_t block, const BlockBody& body) {
  parallel_shares(threads, (count + block - 1) / block, [&](std::size_t b, int worker) {
    body(b * block, std::min(count, (b + 1) * block), worker);
  });
}

}  // namespace gbrank
