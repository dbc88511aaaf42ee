#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
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

struct AlignedDelete {
  void operator()(void* p) const { ::operator delete (p, std::align_val_t{kCacheLine}); }
};

/// An array that starts on a cache line. Its elements are not set to anything yet: for large ones
/// that are filled by many threads anyway.
template <typename T>
using AlignedArray = std::unique_ptr<T[], AlignedDelete>;

template <typename T>
AlignedArray<T> make_aligned_array(std::size_t size) {
  static_assert(std::is_trivial_v<T>);
  return AlignedArray<T>(AlignedAllocator<T>().allocate(size));
}

}  // namespace gbrank
