#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace gbrank {

/// The number of threads that a request means: itself, or every core of the machine for 0.
int resolve_threads(int requested);

/// What is called for an index; `worker` is below the number of threads and belongs to one thread
/// at a time, for scratch memory.
using IndexBody = std::function<void(std::size_t index, int worker)>;
using BlockBody = std::function<void(std::size_t begin, std::size_t end, int worker)>;

/// Calls the body for every index below `count` on up to `threads` threads. Indices are handed out
/// in order. When a body throws, no later index is started and the exception of the lowest failing
/// index is thrown here, so that an error does not depend on the number of threads either.
void parallel_for(int threads, std::size_t count, const IndexBody& body);

/// The same for work on memory that stays from call to call: each thread begins with a share of
/// neighbouring indices, the same one each time, so that it finds in its cache what it left there,
/// and helps others when it is done. Lines that another core has written are slow to come, above
/// all where cores have no cache in common. An index is started as long as none before it has
/// failed.
void parallel_shares(int threads, std::size_t count, const IndexBody& body);
/// Share s begins where the one before it ends.
void parallel_shares(int threads, std::span<const std::size_t> ends, const IndexBody& body);

/// parallel_shares of blocks of at most `block` items that cover [0, count). The blocks depend on
/// `block` alone, never on the number of threads.
void parallel_blocks(int threads, std::size_t count, std::size_t block, const BlockBody& body);

}  // namespace gbrank
