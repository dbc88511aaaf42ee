#pragma once

#include <optional>
#include <string_view>

namespace gbrank {

/// Without the white space at both ends.
std::string_view trimmed(std::string_view text);

/// A number as Java's Float.parseFloat reads decimal text: white space around it, a sign, a suffix
/// of f or d, and Infinity. Nothing for other text, for NaN, and for what float32 cannot hold.
std::optional<float> parse_java_float(std::string_view text);

}  // namespace gbrank
