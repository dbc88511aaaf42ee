#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "base/random.h"

namespace gbrank::test {

/// Calls a reader with a file that is cut at every byte, and with bytes changed, dropped, doubled
/// and exchanged at random. It may take what it gets or throw Error, nothing else. Returns how many
/// it refused.
inline std::size_t damage(const std::string& text, int mutants,
                          const std::function<void(const std::string&)>& read) {
  std::size_t refused = 0;
  const auto attempt = [&](const std::string& damaged) {
    try {
      read(damaged);
    } catch (const Error& error) {
      ++refused;
      CHECK(std::string(error.what()).size() < 1000);
    }
  };
  for (std::size_t size = 0; size < text.size(); ++size) attempt(text.substr(0, size));
  Random random(random_key(17));
  const std::string likely = "0123456789-+.eE,:;= []{}\"\n\xff\x80";
  for (int mutant = 0; mutant < mutants; ++mutant) {
    std::string damaged = text;
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
      const auto at = static_cast<std::size_t>(random.below(damaged.size()));
      const auto size = static_cast<std::size_t>(1 + random.below(8));
      switch (random.below(5)) {
        case 0:
          damaged[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          damaged[at] = likely[random.below(likely.size())];
          break;
        case 2:
          damaged.erase(at, size);
          break;
        case 3:
          damaged.insert(at, damaged.substr(at, size));
          break;
        default:
          std::swap(damaged[at], damaged[random.below(damaged.size())]);
      }
      if (damaged.empty()) damaged = "x";
    }
    attempt(damaged);
  }
  return refused;
}

}  // namespace gbrank::test
