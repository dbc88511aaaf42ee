#include "exchange/feature_names.h"

#include <set>

#include <fmt/format.h>

namespace gbrank {

std::vector<std::string> plain_names(const std::vector<std::string>& names,
                                     std::string_view forbidden) {
  std::vector<std::string> result;
  std::set<std::string> taken;
  for (std::string name : names) {
    for (char& c : name) {
      const auto code = static_cast<unsigned char>(c);
      if (code < 0x20 || code == 0x7f || forbidden.find(c) != std::string_view::npos) c = '_';
    }
    std::string unique = name;
    for (std::size_t number = result.size() + 1; unique.empty() || taken.count(unique) > 0;
         ++number) {
      unique = fmt::format("{}_{}", name, number);
    }
    taken.insert(unique);
    result.push_back(unique);
  }
  return result;
}

}  // namespace gbrank
