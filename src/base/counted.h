#pragma once

#include <cstddef>
#include <string>

namespace gbrank {

/// "1 row", "2 rows"; another plural than with s is given.
inline std::string counted(std::size_t count, const std::string& one,
                           const std::string& many = "") {
  return std::to_string(count) + " " + (count == 1 ? one : many.empty() ? one + "s" : many);
}

}  // namespace gbrank
