#pragma once

#include <string>

namespace gbrank {

/// The shortest decimal that reads back as the same double; never "-0", which JSON readers take for
/// the integer 0.
std::string number_text(double value);

/// The same for JSON, which has no other numbers than finite ones: null.
std::string json_number(double value);

/// The shortest decimal that reads back as the same float32, also by a reader that goes through
/// double.
std::string number_text(float value);

/// A JSON string with its quotes. Throws Error for what is not UTF-8.
std::string json_string(const std::string& text);

}  // namespace gbrank
