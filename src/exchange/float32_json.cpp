#include "exchange/float32_json.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gbrank/error.h"

namespace gbrank {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = 100;

float float32_of(double value) {
  constexpr auto kLargest = std::numeric_limits<float>::max();
  if (!(std::abs(value) > kLargest)) return static_cast<float>(value);
  return value > 0 ? HUGE_VALF : -HUGE_VALF;
}

/// By way of the double nearest to the text it would be rounded twice.
float float32_of(const std::string& text, double nearest) {
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? value : float32_of(nearest);
}

/// Puts together what the parser finds, within bounds.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(std::size_t most_values) : left_(most_values) {}

  Json take() { return std::move(root_); }
  const std::string& problem() const { return problem_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& text) override {
    // In binary form it is a float32 or a float64 already.
    return add(static_cast<double>(text.empty() ? float32_of(value) : float32_of(text, value)));
  }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return fail("binary values are unknown"); }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    key_ = name;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    return fail(error.what());
  }

 private:
  bool fail(const std::string& what) {
    problem_ = what;
    return false;
  }
  /// Where a value that comes now belongs.
  Json* place() {
    if (open_.empty()) return &root_;
    Json& parent = *open_.back();
    if (parent.is_object()) return &parent[key_];
    parent.push_back(nullptr);
    return &parent.back();
  }
  bool add(Json value) {
    // Values without bytes of their own: an array of a stated type and length.
    if (left_ == 0) return fail("has more values than bytes");
    --left_;
    *place() = std::move(value);
    return true;
  }
  bool open(Json container) {
    if (open_.size() == kDeepest) return fail(fmt::format("is nested deeper than {}", kDeepest));
    if (left_ == 0) return fail("has more values than bytes");
    --left_;
    Json* at = place();
    *at = std::move(container);
    open_.push_back(at);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;  // an element stays where it is while its parent does not grow
  std::string key_;
  std::string problem_;
  std::size_t left_;
};

/// The text with words that JSON does not know as numbers: 1e39 is more than a float32 can be.
std::string without_words(std::string_view text) {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\' && i + 1 < text.size()) {
        result += c;
        ++i;
      } else if (c == '"') {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (text.substr(i, 8) == "Infinity") {
      result += "1e39";
      i += 7;
      continue;
    } else if (text.substr(i, 3) == "NaN") {
      result += "null";
      i += 2;
      continue;
    }
    result += text[i];
  }
  return result;
}

}  // namespace

Json parse_float32_json(std::string_view text, bool binary) {
  std::string changed;
  if (!binary && (text.find("Infinity") != std::string_view::npos ||
                  text.find("NaN") != std::string_view::npos)) {
    changed = without_words(text);
    text = changed;
  }
  Builder builder(text.size());
  if (!Json::sax_parse(text.begin(), text.end(), &builder,
                       binary ? Json::input_format_t::ubjson : Json::input_format_t::json)) {
    throw Error(builder.problem());
  }
  return builder.take();
}

}  // namespace gbrank
