#include "experiment/side_by_side.h"

#include <atomic>
#include <vector>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "support/error_of.h"

namespace gbrank::test {

TEST_CASE("everything is done once, and counted one call at a time, on any number of threads") {
  for (const int threads : {1, 2, 5, 20}) {
    std::vector<std::atomic<int>> calls(12);
    std::vector<std::size_t> counts;
    std::size_t stored = 0;
    run_side_by_side(
        threads, calls.size(),
        [&](std::size_t i) {
          ++calls[i];
          return i % 3 == 0;
        },
        [&](std::size_t done, std::size_t planned, bool was_stored) {
          counts.push_back(done);
          stored += was_stored ? 1U : 0U;
          CHECK(planned == 12);
        });
    for (const std::atomic<int>& count : calls) CHECK(count == 1);
    REQUIRE(counts.size() == 12);
    for (std::size_t i = 0; i < counts.size(); ++i) CHECK(counts[i] == i + 1);
    CHECK(stored == 4);
  }
}

TEST_CASE("an error of one piece of work comes out, the same on any number of threads") {
  for (const int threads : {1, 2, 20}) {
    const auto run = [&] {
      run_side_by_side(
          threads, 9,
          [](std::size_t i) -> bool {
            if (i >= 4) throw Error("piece " + std::to_string(i));
            return false;
          },
          [](std::size_t, std::size_t, bool) {});
    };
    CHECK(error_of(run) == "piece 4");
  }
}

}  // namespace gbrank::test
