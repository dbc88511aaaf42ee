#include "plot/ticks.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace gbrank {
namespace {

/// digits x 10^exponent. Divides by a power of ten that is exact rather than multiply by one that
/// is not, so that 3 tenths are the number that 0.3 is.
double decimal(double digits, int exponent) {
  const double power = std::pow(10.0, std::abs(exponent));
  return exponent < 0 ? digits / power : digits * power;
}

int exponent_of(double value) { return static_cast<int>(std::floor(std::log10(value))); }

/// Numbers that are multiples of 10^exponent, all with the same decimals; `size` is the largest
/// absolute value on the axis. Beyond what a reader counts zeros of, all with the same power.
std::string tick_text(double value, int exponent, double size) {
  if (value == 0) return "0";
  if (size < 1e6 && exponent >= -5) return fmt::format("{:.{}f}", value, std::max(0, -exponent));
  const int power = exponent_of(size);
  return fmt::format("{:.{}f}e{}", decimal(value, -power), std::max(0, power - exponent), power);
}

std::vector<Tick> linear_ticks(double low, double high, int most, bool whole) {
  const double least = (high - low) / most;
  int exponent = exponent_of(least);
  long long digit = 1;
  for (const long long next : {1, 2, 5, 10}) {
    digit = next;
    if (decimal(static_cast<double>(next), exponent) >= least * (1 - 1e-9)) break;
  }
  if (digit == 10) {
    digit = 1;
    ++exponent;
  }
  if (whole && exponent < 0) {
    digit = 1;
    exponent = 0;
  }
  const double step = decimal(static_cast<double>(digit), exponent);
  const auto first = static_cast<long long>(std::ceil(low / step - 1e-9));
  const auto last = static_cast<long long>(std::floor(high / step + 1e-9));
  const double size = std::max(std::abs(low), std::abs(high));
  std::vector<Tick> ticks;
  for (long long k = first; k <= last; ++k) {
    const double at = decimal(static_cast<double>(k * digit), exponent);
    ticks.push_back({at, tick_text(at, exponent, size)});
  }
  return ticks;
}

/// The powers of ten on the axis, times each of some digits.
std::vector<Tick> decade_ticks(const Axis& axis, std::span<const int> digits, int stride) {
  std::vector<Tick> ticks;
  for (int power = static_cast<int>(std::floor(axis.from)); power <= axis.to + 1e-9; ++power) {
    if (power % stride != 0) continue;
    for (const int digit : digits) {
      const double at = decimal(digit, power);
      const double place = std::log10(at);
      if (place < axis.from - 1e-9 || place > axis.to + 1e-9) continue;
      const bool plain = power >= -4 && power <= 5;
      ticks.push_back({at, plain ? fmt::format("{:.{}f}", at, std::max(0, -power))
                                 : fmt::format("{}e{}", digit, power)});
    }
  }
  return ticks;
}

std::vector<Tick> log_ticks(const Axis& axis, int most) {
  constexpr int kAll[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  constexpr int kSome[] = {1, 2, 5};
  constexpr int kOne[] = {1};
  for (const std::span<const int> digits : {std::span<const int>(kAll), {kSome}, {kOne}}) {
    std::vector<Tick> ticks = decade_ticks(axis, digits, 1);
    if (static_cast<int>(ticks.size()) > most + 1) continue;
    // Within a small part of a decade it is as good as linear.
    if (ticks.size() < 2) break;
    return ticks;
  }
  if (axis.to - axis.from < 1) {
    return linear_ticks(std::pow(10, axis.from), std::pow(10, axis.to), most, false);
  }
  const int decades = static_cast<int>(std::ceil(axis.to - axis.from));
  return decade_ticks(axis, kOne, decades / most + 1);
}

}  // namespace

std::vector<Tick> ticks_of(const Axis& axis, int most, bool whole) {
  return axis.log ? log_ticks(axis, most) : linear_ticks(axis.from, axis.to, most, whole);
}

}  // namespace gbrank
