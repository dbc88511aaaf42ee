#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace gbrank {

/// Results of finished pieces of work, a file each, so that a run that was killed goes on where it
/// was. A key says everything that a result depends on; what was stored for another key is never
/// found.
class ResultStore {
 public:
  /// Makes the folder where it is missing; an empty name keeps nothing.
  explicit ResultStore(const std::string& folder);

  /// A file that is damaged counts as missing.
  std::optional<nlohmann::json> find(const std::string& key) const;
  /// Appears as a whole or not at all; may be called by several threads.
  void add(const std::string& key, const nlohmann::json& result) const;

 private:
  std::string path_of(const std::string& key) const;

  std::string folder_;
};

}  // namespace gbrank
