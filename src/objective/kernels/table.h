// All kernels for one instruction set: what portable.cpp, avx2.cpp and avx512.cpp are made of. Each
// is compiled with flags of its own; see src/objective/CMakeLists.txt.

// clang-format off
#include "base/vector.h"
#include "objective/kernels/math.h"
#include "objective/kernels/pair_rows.h"
#include "objective/kernels/rank_passes.h"
// clang-format on

namespace gbrank::GBRANK_TARGET {

#define GBRANK_QUOTED(name) #name
#define GBRANK_NAME(name) GBRANK_QUOTED(name)

extern const Kernels kKernels;
const Kernels kKernels = {
    GBRANK_NAME(GBRANK_TARGET),
    exponentials,
    count_above,
    logistic_row,
    lambda_row,
    hinge_row,
    sigmoid_ranks,
    sigmoid_slopes,
    smooth_hinge_ranks,
    smooth_hinge_slopes,
    contests,
    block_taps,
    block_forward,
    block_backward,
    block_slopes,
    contest_forces,
};

}  // namespace gbrank::GBRANK_TARGET
