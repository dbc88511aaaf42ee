#include "base/nearest.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace gbrank {
namespace {

/// Edits between two words, a swap of neighbours counting once (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> known) {
  const std::string_view head = word.substr(0, 64);  // no name is longer; a hostile word may be
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, head.size() / 3) + 1;
  for (const std::string& name : known) {
    // Beginnings count as near: "lambda" for "lambdarank".
    const bool prefix = head.size() >= 3 && name.starts_with(head);
    const std::size_t distance = prefix ? 1 : edit_distance(head, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

std::string suggest(std::string_view word, std::span<const std::string> known) {
  const std::string near = nearest_name(word, known);
  if (!near.empty()) return fmt::format(", did you mean {}?", near);
  return fmt::format("; known: {}", fmt::join(known, ", "));
}

}  // namespace gbrank
