#pragma once

#include <cstddef>
#include <functional>
#include <mutex>

#include "base/parallel.h"

namespace gbrank {

/// Calls the body for every index below `count`: side by side where every thread then has one, each
/// body then runs on one thread; otherwise one after the other, so that each has all threads.
/// `done` is called after each, one call at a time, with how many are done.
template <typename Body, typename Done>
void run_side_by_side(int threads, std::size_t count, const Body& body, const Done& done) {
  std::mutex mutex;
  std::size_t finished = 0;
  const auto one = [&](std::size_t index) {
    const bool was_stored = body(index);
    const std::lock_guard lock(mutex);
    done(++finished, count, was_stored);
  };
  const int n = resolve_threads(threads);
  if (count < static_cast<std::size_t>(n)) {
    for (std::size_t i = 0; i < count; ++i) one(i);
  } else {
    parallel_for(n, count, [&](std::size_t i, int) { one(i); });
  }
}

}  // namespace gbrank
