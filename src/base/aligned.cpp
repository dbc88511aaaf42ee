#include "base/aligned.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace gbrank {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  const bool large = bytes >= 2 * kHugePage;
  const std::size_t alignment = large ? kHugePage : kCacheLine;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* memory = rounded < bytes ? nullptr : std::aligned_alloc(alignment, rounded);
  if (memory == nullptr && rounded != 0) throw std::bad_alloc();
  // Advice: where it is not taken, nothing is lost but speed.
  if (large) madvise(memory, rounded, MADV_HUGEPAGE);
  return memory;
}

void free_aligned(void* memory) { std::free(memory); }

}  // namespace gbrank
