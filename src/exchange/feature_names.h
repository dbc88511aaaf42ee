#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gbrank {

/// Names for a program that does not take every one: control characters and those that are
/// forbidden become '_', and of equal names the later ones get a number, as do empty ones.
std::vector<std::string> plain_names(const std::vector<std::string>& names,
                                     std::string_view forbidden);

}  // namespace gbrank
