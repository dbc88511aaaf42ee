#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/file.h"

namespace gbrank::cli {

/// Results that are written as they come: to a file, which appears when it is complete, or to
/// standard output where there is no path, or "-".
class StreamedOutput {
 public:
  explicit StreamedOutput(const std::string& path);
  void write(std::string_view text);
  void commit();

 private:
  std::optional<AtomicFile> file_;
};

}  // namespace gbrank::cli
