#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

namespace gbrank {

/// A document of a program that computes in float32, JSON or (`binary`) Universal Binary JSON.
/// Numbers with a fraction or an exponent are rounded to float32 once, as that program does; too
/// large ones are infinite. The words Infinity and NaN, which XGBoost writes and JSON does not
/// know, are read too: NaN is null. Throws Error for what is malformed, nested deeper than 100, or
/// would take much more memory than it has bytes.
nlohmann::json parse_float32_json(std::string_view text, bool binary);

}  // namespace gbrank
