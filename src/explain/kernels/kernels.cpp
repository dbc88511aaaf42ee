#include "explain/kernels/kernels.h"

#include <vector>

#include "base/instruction_set.h"

namespace gbrank {

// The tables of the other files.
namespace portable {
extern const PathKernels kPathKernels;
}
#if defined(__x86_64__)
namespace avx2 {
extern const PathKernels kPathKernels;
}
namespace avx512 {
extern const PathKernels kPathKernels;
}
#endif

std::span<const PathKernels* const> all_path_kernels() {
  static const std::vector<const PathKernels*> list = [] {
    std::vector<const PathKernels*> found = {&portable::kPathKernels};
#if defined(__x86_64__)
    if (has_avx2()) found.push_back(&avx2::kPathKernels);
    if (has_avx512()) found.push_back(&avx512::kPathKernels);
#endif
    return found;
  }();
  return list;
}

const PathKernels& fastest_path_kernels() { return *all_path_kernels().back(); }

}  // namespace gbrank
