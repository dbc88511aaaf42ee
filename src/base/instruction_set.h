#pragma once

namespace gbrank {

/// What the processor at hand has of the instruction sets that kernels are compiled for
/// (cmake/kernels.cmake); false on other architectures.
bool has_avx2();
bool has_avx512();  // with the parts DQ (64-bit integers) and BW (bytes)

}  // namespace gbrank
