#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include "base/thread_pool.h"
#include "c_api/loaded_model.h"

namespace gbrank::test {
namespace {

/// How a forked process ends in which this is done before it exits as programs do.
int status_of_child(const std::function<bool()>& action) {
  std::fflush(stdout);  // or both write what stands in it
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(20);
    std::exit(action() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

/// Whether a helper of the pool comes in time.
bool helper_comes() {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  std::atomic<bool> came{false};
  return ThreadPool::shared().run(1, [&](int worker) {
    if (worker > 0) came = true;
    while (!came && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::yield();
    }
  }) && came;
}

}  // namespace

TEST_CASE("a forked process predicts with threads of its own and ends well") {
  const Handle model = load(fitted());
  const RandomRows rows(2000, 7);
  const auto predict = [&](int threads) {
    std::vector<double> scores;
    REQUIRE(rows.dense(model.get(), scores, threads) == GBRANK_OK);
    return bits(scores);
  };
  const std::vector<std::uint64_t> expected = predict(3);
  const auto same = [&] { return predict(3) == expected; };
  REQUIRE(helper_comes());
  CHECK(status_of_child([] { return true; }) == 0);
  CHECK(status_of_child([&] { return same() && helper_comes(); }) == 0);
  CHECK(status_of_child([&] { return status_of_child(same) == 0 && same() && helper_comes(); }) ==
        0);
  CHECK(helper_comes());
}

TEST_CASE("a process that is forked while another thread predicts has threads, too") {
  std::atomic<bool> begun{false};
  std::atomic<bool> stop{false};
  std::thread other([&] {
    ThreadPool::shared().run(2, [&](int) {
      begun = true;
      while (!stop) std::this_thread::yield();
    });
  });
  while (!begun) std::this_thread::yield();
  const int status = status_of_child(helper_comes);
  stop = true;
  other.join();
  CHECK(status == 0);
  CHECK(helper_comes());
}

}  // namespace gbrank::test
