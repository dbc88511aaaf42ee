#include "exchange/json_reading.h"

#include <algorithm>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "data/letor_line.h"

namespace gbrank {

using Json = nlohmann::json;

const Json& member(const Json& object, const std::string& key) {
  if (!object.is_object()) throw Error(fmt::format("found no object, expected one with {}", key));
  const auto found = object.find(key);
  if (found == object.end()) throw Error(fmt::format("found an object without {}", key));
  return *found;
}

const std::string& text_member(const Json& object, const std::string& key) {
  const Json& value = member(object, key);
  if (!value.is_string()) throw Error(fmt::format("{} is not a string", key));
  return value.get_ref<const std::string&>();
}

void check_keys(const Json& object, std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      throw Error(
          fmt::format("found {}, expected {}", gbrank::quoted(key), fmt::join(known, ", ")));
    }
  }
}

Json parse_trees(std::string_view text, int depth, const std::function<bool(const Json&)>& take) {
  try {
    return Json::parse(text, [&](int at, Json::parse_event_t event, Json& value) {
      return event != Json::parse_event_t::object_end || at != depth || !take(value);
    });
  } catch (const Json::exception& error) {
    throw Error(fmt::format("is not JSON: {}", std::string_view(error.what()).substr(0, 200)));
  }
}

}  // namespace gbrank
