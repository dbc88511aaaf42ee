#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace gbrank {

/// The width of a cache line, and of the widest vector register.
inline constexpr std::size_t kCacheLine = 64;

template <typename T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{kCacheLine}); }

  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

/// A vector that starts on a cache line.
template <typename T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace gbrank
