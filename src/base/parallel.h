#pragma once

#include <cstddef>
#include <functional>

namespace gbrank {

/// The number of threads that a request means: itself, or every core of the machine for 0.
int resolve_threads(int requested);

/// Calls body(index, worker) for every index below `count` on up to `threads` threads; worker is
/// below `threads` and belongs to one thread at a time, for scratch memory. Indices are handed out
/// in order. When a body throws, no new index is started and the exception of the lowest failing
/// index is thrown here, so that an error does not depend on the number of threads either.
void parallel_for(int threads, std::size_t count,
                  const std::function<void(std::size_t index, int worker)>& body);

/// Calls body(begin, end, worker) for blocks of at most `block` items that cover [0, count). The
/// blocks depend on `block` alone, never on the number of threads.
void parallel_blocks(
    int threads, std::size_t count, std::size_t block,
    const std::function<void(std::size_t begin, std::size_t end, int worker)>& body);

}  // namespace gbrank
