#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace gbrank {

/// The width of a cache line, and of the widest vector register.
inline constexpr std::size_t kCacheLine = 64;

/// Memory that starts on a cache line; throws std::bad_alloc. A large piece is put on huge pages
/// where the system has them to give: rows of a leaf are all over it, and looking up the address of
/// each small page would cost more than reading it.
void* allocate_aligned(std::size_t bytes);
void free_aligned(void* memory);

template <typename T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t n) { return static_cast<T*>(allocate_aligned(n * sizeof(T))); }
  void deallocate(T* p, std::size_t) { free_aligned(p); }

  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

/// A vector that starts on a cache line.
template <typename T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

struct AlignedDelete {
  void operator()(void* p) const { free_aligned(p); }
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
