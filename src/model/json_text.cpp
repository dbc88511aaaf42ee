#include "model/json_text.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gbrank/error.h"

namespace gbrank {

std::string number_text(double value) {
  if (value == 0 && std::signbit(value)) return "-0.0";
  return fmt::format("{}", value);
}

std::string json_number(double value) { return std::isfinite(value) ? number_text(value) : "null"; }

std::string number_text(float value) {
  if (value == 0) return number_text(static_cast<double>(value));
  std::string text = fmt::format("{}", value);
  // Rounding twice, to double and then to float, is not always rounding once.
  double twice = 0;
  std::from_chars(text.data(), text.data() + text.size(), twice);
  return static_cast<float>(twice) == value ? text : number_text(static_cast<double>(value));
}

std::string json_string(const std::string& text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::exception&) {
    throw Error(fmt::format("the text '{}' is not UTF-8", text));
  }
}

}  // namespace gbrank
