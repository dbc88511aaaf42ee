#include "plot/style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace gbrank {
namespace {

/// The colour that a part of the style sheet gives a property of a class.
std::string colour_of(const std::string& sheet, const std::string& selector) {
  const std::string begins = ".gbrank " + selector + "{";
  for (std::size_t at = sheet.find(begins); at != std::string::npos;
       at = sheet.find(begins, at + 1)) {
    const std::string rule = sheet.substr(at, sheet.find('}', at) - at);
    if (rule.find('#') != std::string::npos) return rule.substr(rule.find('#'), 7);
  }
  throw std::runtime_error("no colour of " + selector);
}

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector times(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) result[i] += matrix[i][j] * v[j];
  }
  return result;
}

Vector linear_rgb(const std::string& colour) {
  Vector linear{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    linear[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  return linear;
}

/// Relative luminance and contrast of WCAG 2.
double luminance(const std::string& colour) {
  const Vector linear = linear_rgb(colour);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

double contrast(const std::string& a, const std::string& b) {
  const auto [less, more] = std::minmax({luminance(a), luminance(b)});
  return (more + 0.05) / (less + 0.05);
}

/// Without deficiency, and full protanopia, deuteranopia and tritanopia after Machado, Oliveira and
/// Fernandes (2009).
constexpr Matrix kVisions[] = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                               {{{0.152286, 1.052583, -0.204868},
                                 {0.114503, 0.786281, 0.099216},
                                 {-0.003882, -0.048116, 1.051998}}},
                               {{{0.367322, 0.860646, -0.227968},
                                 {0.280085, 0.672501, 0.047413},
                                 {-0.011820, 0.042940, 0.968881}}},
                               {{{1.255528, -0.076749, -0.178779},
                                 {-0.078411, 0.930809, 0.147602},
                                 {0.004733, 0.691367, 0.303900}}}};

Vector cielab(const Vector& linear) {
  constexpr Matrix kToXyz = {
      {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const Vector xyz = times(kToXyz, linear);
  const double x = f(xyz[0] / 0.9505);
  const double y = f(xyz[1]);
  const double z = f(xyz[2] / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// How much two colours differ for some vision.
double difference(const std::string& a, const std::string& b, const Matrix& vision) {
  const auto seen = [&](const std::string& colour) {
    Vector linear = times(vision, linear_rgb(colour));
    for (double& value : linear) value = std::clamp(value, 0.0, 1.0);
    return cielab(linear);
  };
  const Vector p = seen(a);
  const Vector q = seen(b);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

}  // namespace

TEST_CASE(
    "in light and in dark, the contrasts are those of WCAG 2 and anyone tells colours apart") {
  const std::string sheet = style_sheet();
  const std::size_t dark_begins = sheet.find("@media (prefers-color-scheme:dark){");
  REQUIRE(dark_begins != std::string::npos);
  const std::string light = sheet.substr(0, dark_begins);
  const std::string dark = sheet.substr(dark_begins);
  CHECK(luminance(colour_of(light, ".ground")) > 0.9);
  CHECK(luminance(colour_of(dark, ".ground")) < 0.1);
  for (const std::string& scheme : {light, dark}) {
    const std::string ground = colour_of(scheme, ".ground");
    CHECK(contrast(ground, colour_of(scheme, "text")) >= 7);
    CHECK(contrast(ground, colour_of(scheme, ".minor")) >= 4.5);
    CHECK(contrast(ground, colour_of(scheme, ".rule")) >= 3);
    CHECK(contrast(ground, colour_of(scheme, ".axis")) >= 3);
    for (int colour = 0; colour < 6; ++colour) {
      const std::string own = colour_of(scheme, "." + colour_class(colour));
      CAPTURE(own);
      CHECK(contrast(ground, own) >= 3);
      for (int other = 0; other < colour; ++other) {
        for (const Matrix& vision : kVisions) {
          CHECK(difference(own, colour_of(scheme, "." + colour_class(other)), vision) >= 30);
        }
      }
    }
  }
  CHECK(std::ranges::count(sheet, '{') == std::ranges::count(sheet, '}'));
}

TEST_CASE("colours are used again from the first after the last") {
  CHECK(colour_class(0) == "c0");
  CHECK(colour_class(6) == "c0");
  CHECK(colour_class(8) == "c2");
  CHECK(colour_class(-1) == "c5");
}

}  // namespace gbrank
