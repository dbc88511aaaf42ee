#include "train/kernels/kernels.h"

#include <vector>

#include "base/instruction_set.h"

namespace gbrank {

// The tables of the other files.
namespace exact {
extern const TreeKernels kTreeKernels;
}
namespace portable {
extern const TreeKernels kTreeKernels;
}
#if defined(__x86_64__)
namespace avx2 {
extern const TreeKernels kTreeKernels;
}
namespace avx512 {
extern const TreeKernels kTreeKernels;
}
#endif

std::span<const TreeKernels* const> all_tree_kernels() {
  static const std::vector<const TreeKernels*> list = [] {
    std::vector<const TreeKernels*> found = {&exact::kTreeKernels, &portable::kTreeKernels};
#if defined(__x86_64__)
    if (has_avx2()) found.push_back(&avx2::kTreeKernels);
    if (has_avx512()) found.push_back(&avx512::kTreeKernels);
#endif
    return found;
  }();
  return list;
}

const TreeKernels& fastest_tree_kernels() { return *all_tree_kernels().back(); }

}  // namespace gbrank
