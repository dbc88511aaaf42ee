#include "exchange/java_text.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace gbrank {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

std::optional<float> parse_java_float(std::string_view text) {
  text = trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const float sign = negative ? -1.0F : 1.0F;
  if (text == "Infinity") return sign * std::numeric_limits<float>::infinity();
  if (text.empty() || (text[0] != '.' && (text[0] < '0' || text[0] > '9'))) return std::nullopt;
  float value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
  const bool known = suffix.empty() || (suffix.size() == 1 && suffix.find_first_of("fFdD") == 0);
  return known ? std::optional(sign * value) : std::nullopt;
}

}  // namespace gbrank
