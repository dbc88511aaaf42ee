#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace gbrank {

/// A member that must be there; throws Error.
const nlohmann::json& member(const nlohmann::json& object, const std::string& key);

/// A string member that must be there; throws Error.
const std::string& text_member(const nlohmann::json& object, const std::string& key);

/// Throws Error for an object with a key that is not one of these.
void check_keys(const nlohmann::json& object, std::initializer_list<std::string_view> known);

/// Parses JSON in which trees stand `depth` deep, and calls take(tree) for each object there;
/// what take() returns true for is forgotten, so that the trees are never all in memory. Throws
/// Error for what is not JSON.
nlohmann::json parse_trees(std::string_view text, int depth,
                           const std::function<bool(const nlohmann::json&)>& take);

}  // namespace gbrank
