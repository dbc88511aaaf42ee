#include "objective/kernels/kernels.h"

#include <vector>

#include "base/instruction_set.h"

namespace gbrank {

// The tables of the other files.
namespace exact {
extern const Kernels kKernels;
}
namespace portable {
extern const Kernels kKernels;
}
#if defined(__x86_64__)
namespace avx2 {
extern const Kernels kKernels;
}
namespace avx512 {
extern const Kernels kKernels;
}
#endif

std::span<const Kernels* const> all_kernels() {
  static const std::vector<const Kernels*> list = [] {
    std::vector<const Kernels*> found = {&exact::kKernels, &portable::kKernels};
#if defined(__x86_64__)
    if (has_avx2()) found.push_back(&avx2::kKernels);
    if (has_avx512()) found.push_back(&avx512::kKernels);
#endif
    return found;
  }();
  return list;
}

const Kernels& exact_kernels() { return *all_kernels().front(); }

const Kernels& fastest_kernels() { return *all_kernels().back(); }

}  // namespace gbrank
