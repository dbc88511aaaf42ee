#include "base/thread_pool.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <set>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "base/parallel.h"

using namespace gbrank;

namespace {

/// Processor time of the whole process.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void wait_for(const std::atomic<int>& count, int wanted) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (count < wanted && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
}

}  // namespace

TEST_CASE("helpers come, each with a number of its own, also after they have slept") {
  ThreadPool pool;
  for (const int pause : {0, 0, 5, 0, 5}) {
    std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    std::atomic<int> inside{0};
    std::vector<std::atomic<int>> calls(4);
    CHECK(pool.run(3, [&](int worker) {
      ++calls.at(static_cast<std::size_t>(worker));
      ++inside;
      wait_for(inside, 4);
    }));
    for (const std::atomic<int>& n : calls) CHECK(n == 1);
  }
}

TEST_CASE("nobody waits for a helper that has not begun, and none begins when it is over") {
  ThreadPool pool;
  std::atomic<int> calls{0};
  for (int i = 0; i < 20000; ++i) {
    std::atomic<bool> over{false};
    std::atomic<int> late{0};
    pool.run(2, [&](int) {
      ++calls;
      if (over) ++late;
    });
    over = true;
    REQUIRE(late == 0);
  }
  CHECK(calls >= 20000);
}

TEST_CASE("a pool that is at work says so to others and to itself") {
  ThreadPool pool;
  std::atomic<int> inner{0};
  pool.run(0, [&](int) { CHECK_FALSE(pool.run(1, [&](int) { ++inner; })); });
  CHECK(inner == 0);
  CHECK(pool.run(0, [&](int) { ++inner; }));
  CHECK(inner == 1);
}

TEST_CASE("loops inside of loops and on several threads at once are all done") {
  std::atomic<int> done{0};
  const auto nested = [&] {
    parallel_for(3, 10,
                 [&](std::size_t, int) { parallel_for(3, 10, [&](std::size_t, int) { ++done; }); });
  };
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) callers.emplace_back(nested);
  for (std::thread& caller : callers) caller.join();
  CHECK(done == 400);
}

TEST_CASE("helpers that have nothing to do sleep") {
  ThreadPool pool;
  std::atomic<int> inside{0};
  pool.run(3, [&](int) {
    ++inside;
    wait_for(inside, 4);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double before = processor_seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  // Three that spin would have used 0.4 s of two cores, or 0.2 of one.
  CHECK(processor_seconds() - before < 0.05);
}

TEST_CASE("a caller that waits for a slow helper sleeps") {
  ThreadPool pool;
  std::atomic<bool> helper_is_in{false};
  double caller_used = 0;
  const double before = processor_seconds();
  pool.run(1, [&](int worker) {
    if (worker == 1) {
      helper_is_in = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    } else {
      while (!helper_is_in) std::this_thread::yield();
      caller_used = processor_seconds() - before;
    }
  });
  CHECK(processor_seconds() - before - caller_used < 0.05);
}
