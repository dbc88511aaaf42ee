#include "experiment/search_range.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "gbrank/error.h"

namespace gbrank {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

[[noreturn]] void malformed(const std::string& text) {
  throw Error(fmt::format(
      "'{}', expected LOW..HIGH, LOW..HIGH log, or words with commas between them", text));
}

/// NaN for what is no number.
double number_of(const std::string& digits) {
  double value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole_text = error == std::errc{} && stop == digits.data() + digits.size();
  return whole_text ? value : std::numeric_limits<double>::quiet_NaN();
}

double read_end(const std::string& end, const std::string& text) {
  const double value = number_of(trimmed(end));
  if (!std::isfinite(value)) malformed(text);
  return value;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    words.push_back(trimmed(text.substr(at, comma - at)));
    if (words.back().empty()) malformed(text);
    at = comma + 1;
  }
  return words;
}

bool is_whole(const std::string& end) {
  return trimmed(end).find_first_not_of("-0123456789") == std::string::npos;
}

}  // namespace

SearchRange::SearchRange(const std::string& text) : text_(trimmed(text)) {
  const std::size_t dots = text_.find("..");
  if (dots == std::string::npos) {
    words_ = words_of(text_);
  } else {
    read_ends(text_, dots);
  }
}

void SearchRange::read_ends(const std::string& text, std::size_t dots) {
  const std::string low = text.substr(0, dots);
  std::string high = text.substr(dots + 2);
  if (high.ends_with(" log")) {
    log_ = true;
    high.resize(high.size() - 4);
  }
  low_ = read_end(low, text);
  high_ = read_end(high, text);
  whole_ = is_whole(low) && is_whole(high);
  ends_ = {trimmed(low), trimmed(high)};
  if (!(low_ < high_)) throw Error(fmt::format("'{}', expected LOW to be less than HIGH", text));
  if (log_ && !(low_ > 0)) {
    throw Error(fmt::format("'{}', expected LOW above 0 for a logarithmic range", text));
  }
}

std::string SearchRange::draw(Random& random) const {
  if (!words_.empty()) return words_[random.below(words_.size())];
  const double u = random.uniform();
  // A whole number stands for all that is rounded to it, so that both ends are as likely as others.
  const double low = whole_ ? low_ - 0.5 : low_;
  const double high = whole_ ? high_ + 0.5 : high_;
  const double drawn =
      log_ ? std::exp(std::lerp(std::log(low), std::log(high), u)) : std::lerp(low, high, u);
  if (whole_) return fmt::format("{:.0f}", std::clamp(std::round(drawn), low_, high_));
  const std::string text = fmt::format("{:.3g}", drawn);
  // Rounding may leave the range.
  const double rounded = number_of(text);
  return rounded < low_ || rounded > high_ ? fmt::format("{}", std::clamp(rounded, low_, high_))
                                           : text;
}

}  // namespace gbrank
