#pragma once

#include <vector>

namespace gbrank {

/// Sorts numbers, none of them NaN or -0. Several times as fast as std::sort where there are many:
/// by 11 bits at a time, the lowest first. `scratch` is memory to work in.
void sort_floats(std::vector<float>& values, std::vector<float>& scratch);

}  // namespace gbrank
