#pragma once

#include <array>
#include <cstddef>

#include "story.h"

namespace gbrank::bench {

inline constexpr std::size_t kColumns = 136;

/// The columns of MSLR-WEB, in their order: 25 figures of each of the five streams (the five
/// streams of a figure side by side), then 11 about the page as a whole.
std::array<double, kColumns> columns(const Query& query, const Document& document);

}  // namespace gbrank::bench
