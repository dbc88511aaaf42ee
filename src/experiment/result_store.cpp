#include "experiment/result_store.h"

#include <filesystem>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/checksum.h"
#include "base/file.h"

namespace gbrank {

ResultStore::ResultStore(const std::string& folder) : folder_(folder) {
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw system_error(folder, "cannot be made", error.value());
}

std::string ResultStore::path_of(const std::string& key) const {
  return fmt::format("{}/{:016x}.json", folder_, checksum_of(key));
}

std::optional<nlohmann::json> ResultStore::find(const std::string& key) const {
  if (folder_.empty()) return {};
  const std::string path = path_of(key);
  if (!std::filesystem::exists(path)) return {};
  const nlohmann::json stored = nlohmann::json::parse(read_whole_file(path), nullptr, false);
  if (!stored.is_object() || !stored.contains("key") || stored["key"] != key) return {};
  const auto result = stored.find("result");
  if (result == stored.end()) return {};
  return *result;
}

void ResultStore::add(const std::string& key, const nlohmann::json& result) const {
  if (folder_.empty()) return;
  write_file(path_of(key), nlohmann::json{{"key", key}, {"result", result}}.dump() + "\n");
}

}  // namespace gbrank
