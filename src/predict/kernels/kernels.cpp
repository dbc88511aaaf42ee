#include "predict/kernels/kernels.h"

#include <vector>

#include "base/instruction_set.h"

namespace gbrank {

// The tables of the other files.
namespace exact {
extern const PredictKernels kPredictKernels;
}
namespace portable {
extern const PredictKernels kPredictKernels;
}
#if defined(__x86_64__)
namespace avx2 {
extern const PredictKernels kPredictKernels;
}
namespace avx512 {
extern const PredictKernels kPredictKernels;
}
#endif

std::span<const PredictKernels* const> all_predict_kernels() {
  static const std::vector<const PredictKernels*> list = [] {
    std::vector<const PredictKernels*> found = {&exact::kPredictKernels,
                                                &portable::kPredictKernels};
#if defined(__x86_64__)
    if (has_avx2()) found.push_back(&avx2::kPredictKernels);
    if (has_avx512()) found.push_back(&avx512::kPredictKernels);
#endif
    return found;
  }();
  return list;
}

const PredictKernels& fastest_predict_kernels() { return *all_predict_kernels().back(); }

}  // namespace gbrank
