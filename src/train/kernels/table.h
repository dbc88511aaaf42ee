// All kernels for one instruction set: what portable.cpp, avx2.cpp and avx512.cpp are made of. Each
// is compiled with flags of its own; see src/train/CMakeLists.txt.

// clang-format off
#include "base/vector.h"
#include "train/kernels/kernels.h"
#include "train/kernels/add_rows.h"
#include "train/kernels/best_cuts.h"
#include "train/kernels/cells.h"
// clang-format on

namespace gbrank::GBRANK_TARGET {

#define GBRANK_QUOTED(name) #name
#define GBRANK_NAME(name) GBRANK_QUOTED(name)

extern const TreeKernels kTreeKernels;
const TreeKernels kTreeKernels = {GBRANK_NAME(GBRANK_TARGET), add_rows, move_words, subtract,
                                  best_cuts};

}  // namespace gbrank::GBRANK_TARGET
