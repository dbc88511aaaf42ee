#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace gbrank {

TEST_CASE("every index is visited once, with any number of threads") {
  for (const int threads : {-1, 0, 1, 2, 3, 7}) {
    for (const std::size_t count : {0U, 1U, 2U, 5U, 1000U}) {
      std::vector<std::atomic<int>> visits(count);
      parallel_for(threads, count, [&](std::size_t i, int) { ++visits.at(i); });
      CHECK(std::ranges::all_of(visits, [](const std::atomic<int>& n) { return n == 1; }));
    }
  }
}

TEST_CASE("a worker is below the number of threads and works on one index at a time") {
  for (const int threads : {1, 2, 4}) {
    std::vector<std::atomic<int>> busy(static_cast<std::size_t>(threads));
    std::atomic<int> collisions{0};
    parallel_for(threads, 200, [&](std::size_t, int worker) {
      std::atomic<int>& mine = busy.at(static_cast<std::size_t>(worker));
      if (mine.fetch_add(1) != 0) ++collisions;
      std::this_thread::yield();
      --mine;
    });
    CHECK(collisions == 0);
  }
}

TEST_CASE("two threads work side by side") {
  std::atomic<int> inside{0};
  std::atomic<bool> met{false};
  parallel_for(2, 2, [&](std::size_t, int) {
    ++inside;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (!met && std::chrono::steady_clock::now() < deadline) {
      if (inside == 2) met = true;
      std::this_thread::yield();
    }
  });
  CHECK(met);
}

TEST_CASE("the exception of the lowest failing index comes out, however late it is thrown") {
  for (const int threads : {1, 2, 3, 8}) {
    std::string message;
    try {
      parallel_for(threads, 100, [&](std::size_t i, int) {
        if (i < 5) return;
        // The first to fail is the last to say so.
        if (i == 5) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        throw std::runtime_error("index " + std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    CHECK(message == "index 5");
  }
}

TEST_CASE("after an exception no new index is started") {
  std::atomic<int> started{0};
  CHECK_THROWS_AS(parallel_for(2, 1000000,
                               [&](std::size_t i, int) {
                                 ++started;
                                 if (i == 0) throw std::logic_error("stop");
                                 std::this_thread::sleep_for(std::chrono::milliseconds(1));
                               }),
                  std::logic_error);
  CHECK(started < 1000);
}

TEST_CASE(
    "shares are worked on to the end, whoever comes, and errors are those of the first index") {
  for (const int threads : {0, 1, 2, 3, 7}) {
    for (const std::size_t count : {0U, 1U, 2U, 5U, 1000U}) {
      std::vector<std::atomic<int>> visits(count);
      parallel_shares(threads, count, [&](std::size_t i, int worker) {
        ++visits.at(i);
        if (worker < 0 || worker >= std::max(1, threads)) visits.at(i) = -1000;
      });
      CHECK(std::ranges::all_of(visits, [](const std::atomic<int>& n) { return n == 1; }));
    }
    // Shares of any sizes, also more or fewer than threads.
    for (const std::vector<std::size_t>& ends :
         {std::vector<std::size_t>{0, 0, 9}, {9}, {}, {5, 5, 6, 6, 6, 9}}) {
      std::vector<std::atomic<int>> visits(9);
      parallel_shares(threads, ends, [&](std::size_t i, int) { ++visits.at(i); });
      const int wanted = ends.empty() ? 0 : 1;
      CHECK(std::ranges::all_of(visits, [&](const std::atomic<int>& n) { return n == wanted; }));
    }
    for (const std::size_t first : {3U, 500U}) {
      std::string message;
      try {
        parallel_shares(threads, 1000, [&](std::size_t i, int) {
          if (i < first) return;
          // The first to fail is the last to say so.
          if (i == first) std::this_thread::sleep_for(std::chrono::milliseconds(20));
          throw std::runtime_error("index " + std::to_string(i));
        });
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      CHECK(message == "index " + std::to_string(first));
    }
  }
}

TEST_CASE("a thread begins with the same share each time") {
  // Both wait in their first index until the other has begun, too.
  for (int time = 0; time < 20; ++time) {
    std::atomic<int> inside{0};
    std::vector<std::thread::id> who(2);
    parallel_shares(2, 2, [&](std::size_t i, int) {
      who[i] = std::this_thread::get_id();
      ++inside;
      const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
      while (inside < 2 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    });
    CHECK(who[0] == std::this_thread::get_id());
    CHECK(who[1] != who[0]);
  }
}

TEST_CASE("blocks cover all items once and do not depend on the number of threads") {
  using Block = std::pair<std::size_t, std::size_t>;
  const auto blocks_of = [](int threads, std::size_t count, std::size_t block) {
    std::vector<Block> blocks((count + block - 1) / block);
    std::atomic<std::size_t> calls{0};
    parallel_blocks(threads, count, block, [&](std::size_t begin, std::size_t end, int) {
      blocks.at(begin / block) = {begin, end};
      ++calls;
    });
    CHECK(calls == blocks.size());
    return blocks;
  };
  CHECK(blocks_of(1, 10, 4) == std::vector<Block>{{0, 4}, {4, 8}, {8, 10}});
  CHECK(blocks_of(1, 8, 4) == std::vector<Block>{{0, 4}, {4, 8}});
  CHECK(blocks_of(1, 3, 4) == std::vector<Block>{{0, 3}});
  CHECK(blocks_of(1, 0, 4).empty());
  for (const int threads : {2, 3, 8}) {
    CHECK(blocks_of(threads, 10007, 64) == blocks_of(1, 10007, 64));
  }
}

TEST_CASE("a request for threads means itself, and 0 means every core") {
  CHECK(resolve_threads(1) == 1);
  CHECK(resolve_threads(17) == 17);
  CHECK(resolve_threads(0) >= 1);
  CHECK(resolve_threads(0) <= static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
}

}  // namespace gbrank
