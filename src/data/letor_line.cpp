#include "data/letor_line.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

namespace gbrank {
namespace {

bool is_missing(std::string_view text) {
  if (text == "NULL") return true;
  return text.size() == 3 && (text[0] | 0x20) == 'n' && (text[1] | 0x20) == 'a' &&
         (text[2] | 0x20) == 'n';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a decimal number whose conversion left the range of float is too large rather than too
/// small: the power of ten of its first digit that is not zero.
bool is_too_large(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, e);
  long exponent = 0;
  if (e < text.size()) {
    std::string_view digits = text.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (error == std::errc::result_out_of_range) return !digits.starts_with('-');
  }
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const long place = static_cast<long>(point) - static_cast<long>(first);
  return exponent > -place;  // the sum could leave the range of long
}

enum class Number { kOk, kBad, kTooLarge };

/// A decimal float32, correctly rounded. What is smaller than the smallest float32 is 0, the
/// nearest.
Number parse_float(std::string_view text, float& value) {
  // from_chars takes no plus, and it takes "inf" and "nan"; here a number begins with one sign at
  // most and then a digit or a point.
  const bool plus = text.starts_with('+');
  if (plus) text.remove_prefix(1);
  const bool sign = !plus && text.starts_with('-');
  const std::string_view digits = text.substr(sign ? 1 : 0);
  if (digits.empty() || !(is_digit(digits[0]) || digits[0] == '.')) return Number::kBad;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size()) return Number::kBad;
  if (error == std::errc::result_out_of_range) {
    if (is_too_large(digits)) return Number::kTooLarge;
    value = 0;
  }
  if (value == 0) value = 0;  // -0 is 0: one value, one bin
  return Number::kOk;
}

}  // namespace

namespace letor {

void parse_head(Fields& fields, LetorLine& line) {
  const std::string_view label = fields.next();
  switch (parse_float(label, line.label)) {
    case Number::kOk:
      break;
    case Number::kTooLarge:
      throw LineError{fmt::format("found label {}, which does not fit float32", quoted(label))};
    case Number::kBad:
      throw LineError{
          fmt::format("found {}, expected a label (a number of 0 or more)", quoted(label))};
  }
  if (line.label < 0) {
    throw LineError{fmt::format("found label {}, expected a number of 0 or more", quoted(label))};
  }
  fields.skip_space();
  const std::string_view query = fields.next();
  if (!query.starts_with("qid:") || query.size() == 4) {
    throw LineError{fmt::format("found {} after the label, expected qid:ID",
                                query.empty() ? "nothing" : quoted(query))};
  }
  line.query = query.substr(4);
}

void parse_feature(std::string_view field, std::uint32_t& index, float& value) {
  const char* const end = field.data() + field.size();
  const auto [colon, error] = std::from_chars(field.data(), end, index);
  if (error == std::errc::invalid_argument || colon == end || *colon != ':') {
    throw LineError{fmt::format("found {}, expected index:value", quoted(field))};
  }
  if (error == std::errc::result_out_of_range || index == 0 || index > kMaxFeatureIndex) {
    throw LineError{fmt::format(
        "found feature index {}, expected 1 to {}",
        quoted(field.substr(0, static_cast<std::size_t>(colon - field.data()))), kMaxFeatureIndex)};
  }
  const std::string_view text(colon + 1, static_cast<std::size_t>(end - colon - 1));
  if (is_missing(text)) {
    value = std::numeric_limits<float>::quiet_NaN();
    return;
  }
  switch (parse_float(text, value)) {
    case Number::kOk:
      return;
    case Number::kTooLarge:
      throw LineError{fmt::format("found value {} of feature {}, which does not fit float32",
                                  quoted(text), index)};
    case Number::kBad:
      throw LineError{fmt::format("found value {} of feature {}, expected a number, nan or NULL",
                                  quoted(text), index)};
  }
}

void check_duplicates(Fields fields) {
  std::vector<std::uint32_t> indices;
  for (fields.skip_space(); !fields.done(); fields.skip_space()) {
    std::uint32_t index = 0;
    float value = 0;
    parse_feature(fields.next(), index, value);
    indices.push_back(index);
  }
  std::sort(indices.begin(), indices.end());
  const auto twice = std::adjacent_find(indices.begin(), indices.end());
  if (twice != indices.end()) {
    throw LineError{fmt::format("found feature {} twice, expected each index once", *twice)};
  }
}

}  // namespace letor

std::string_view document_id(std::string_view comment) {
  const std::size_t named = comment.find("docid");
  letor::Fields fields{comment.data(), comment.data() + comment.size()};
  if (named != std::string_view::npos) {
    fields.at += named + 5;
    while (fields.at != fields.end && (letor::is_space(*fields.at) || *fields.at == '=')) {
      ++fields.at;
    }
  }
  fields.skip_space();
  return fields.next();
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string result = "\"";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result + (text.size() > kLongest ? "...\"" : "\"");
}

}  // namespace gbrank
