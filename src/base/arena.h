#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "base/aligned.h"

namespace gbrank {

/// Working memory that is taken piece by piece and given back all at once. What was taken once is
/// kept, so that a loop allocates only until it has seen its largest case.
class Arena {
 public:
  /// So many elements to spare lie behind each piece; see kernels.h.
  static constexpr std::size_t kSpare = 8;

  /// `count` zeros (or whatever all bits zero mean), from a cache line on, valid until clear().
  template <typename T>
  std::span<T> take(std::size_t count) {
    static_assert(std::is_trivial_v<T> && sizeof(T) <= sizeof(double));
    T* piece = reinterpret_cast<T*>(take_bytes((count + kSpare) * sizeof(T)));
    std::fill_n(piece, count + kSpare, T{});
    return {piece, count};
  }

  /// Gives everything back; pieces taken before are no longer valid.
  void clear() {
    chunk_ = 0;
    used_ = 0;
  }

 private:
  std::byte* take_bytes(std::size_t bytes) {
    constexpr std::size_t kLeast = std::size_t{1} << 16;
    bytes = (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
    while (chunk_ < chunks_.size() && used_ + bytes > chunks_[chunk_].size()) {
      ++chunk_;
      used_ = 0;
    }
    if (chunk_ == chunks_.size()) {
      chunks_.emplace_back(std::max(bytes, chunks_.empty() ? kLeast : 2 * chunks_.back().size()));
    }
    std::byte* piece = chunks_[chunk_].data() + used_;
    used_ += bytes;
    return piece;
  }

  std::vector<AlignedVector<std::byte>> chunks_;
  std::size_t chunk_ = 0;  // the one that pieces come from
  std::size_t used_ = 0;   // of it
};

}  // namespace gbrank
