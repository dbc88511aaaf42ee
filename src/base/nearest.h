#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gbrank {

/// The known name that a misspelt one most likely means: the fewest inserted, dropped, changed or
/// swapped characters, at most a third of the word; empty when none is near.
std::string nearest_name(std::string_view word, std::span<const std::string> known);

/// ", did you mean X?" for a near name, otherwise "; known: a, b, c".
std::string suggest(std::string_view word, std::span<const std::string> known);

}  // namespace gbrank
