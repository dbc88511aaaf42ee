// The kernel for one instruction set: what portable.cpp, avx2.cpp and avx512.cpp are made of. Each
// is compiled with flags of its own; see src/explain/CMakeLists.txt.

// clang-format off
#include "base/vector.h"
#include "explain/kernels/kernels.h"
#include "explain/kernels/explain_tree.h"
// clang-format on

namespace gbrank::GBRANK_TARGET {

#define GBRANK_QUOTED(name) #name
#define GBRANK_NAME(name) GBRANK_QUOTED(name)

extern const PathKernels kPathKernels;
const PathKernels kPathKernels = {GBRANK_NAME(GBRANK_TARGET), explain};

}  // namespace gbrank::GBRANK_TARGET
