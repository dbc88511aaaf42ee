#include "exchange/float32_values.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/counted.h"
#include "model/json_text.h"

namespace gbrank {

template <typename Place>
float Float32Values::round(double value, const Place& place) {
  constexpr auto kLargest = std::numeric_limits<float>::max();
  if (std::abs(value) <= kLargest) return static_cast<float>(value);
  const float nearest = value > 0 ? kLargest : -kLargest;
  if (first_.empty()) {
    first_ =
        fmt::format("{} is {}, more than a float32 can be: it becomes {}", place(), value, nearest);
  } else {
    ++others_;
  }
  return nearest;
}

float Float32Values::leaf(double value, std::size_t tree, std::size_t leaf) {
  return round(value, [&] { return fmt::format("leaf {} of tree {}", leaf, tree); });
}

float Float32Values::base(double value) {
  return round(value, [] { return std::string("the base score"); });
}

std::vector<std::string> Float32Values::losses() const {
  if (first_.empty()) return {};
  if (others_ == 0) return {first_};
  return {fmt::format("{}, and so do {}", first_, counted(others_, "other"))};
}

std::string float32_text(float value) {
  std::string text = number_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace gbrank
