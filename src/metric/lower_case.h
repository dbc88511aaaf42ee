#pragma once

#include <string>
#include <string_view>

namespace gbrank {

/// ASCII only and the same in every locale: names are ASCII.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace gbrank
