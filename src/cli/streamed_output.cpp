#include "cli/streamed_output.h"

#include <cstdio>

namespace gbrank::cli {

StreamedOutput::StreamedOutput(const std::string& path) {
  if (!path.empty() && path != "-") file_.emplace(path);
}

void StreamedOutput::write(std::string_view text) {
  if (file_) {
    file_->write(text);
  } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw Error("standard output cannot be written");
  }
}

void StreamedOutput::commit() {
  if (file_) file_->commit();
}

}  // namespace gbrank::cli
