#include "experiment/result_store.h"

#include <filesystem>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/checksum.h"
#include "base/file.h"

namespace gbrank {
namespace {

/// Of a result, so that a digit that has changed on disk is no result.
/// Names of files, in a message, may be anything.
std::string text_of(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string checksum_text(const nlohmann::json& result) {
  return fmt::format("{:016x}", checksum_of(text_of(result)));
}

}  // namespace

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
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  nlohmann::json stored = nlohmann::json::parse(read_whole_file(path), nullptr, false);
  if (!stored.is_object() || !stored.contains("result")) return {};
  if (stored.value("key", nlohmann::json()) != key) return {};
  if (stored.value("checksum", nlohmann::json()) != checksum_text(stored["result"])) return {};
  return std::move(stored["result"]);
}

void ResultStore::add(const std::string& key, const nlohmann::json& result) const {
  if (folder_.empty()) return;
  const nlohmann::json stored = {
      {"key", key}, {"checksum", checksum_text(result)}, {"result", result}};
  write_file(path_of(key), text_of(stored) + "\n");
}

}  // namespace gbrank
