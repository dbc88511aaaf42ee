#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "gbrank/error.h"

namespace gbrank {

/// "path: what happened: the system's reason".
Error system_error(const std::string& path, std::string_view what, int error_number);

/// An open file that closes itself.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  int get() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_ = -1;
};

/// Opens a file that is not a directory; throws Error.
FileDescriptor open_for_reading(const std::string& path);

/// Throws the Error that open_for_reading would, without opening: a pipe can be opened only once.
void check_readable(const std::string& path);

/// The whole of a file; throws Error.
std::string read_whole_file(const std::string& path);

/// A file that appears under its name only when it is complete: written beside it under a temporary
/// name, flushed to disk and renamed by commit(). Without commit() the temporary file is removed
/// and what stood under the name before stays. A symbolic link is followed; a device or a pipe,
/// which cannot be replaced, is written directly.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  std::string name_;       // as the user wrote it, for messages
  std::string target_;     // where it will stand
  std::string temporary_;  // empty when written directly
  FileDescriptor file_;
};

/// write and commit in one.
void write_file(const std::string& path, std::string_view text);

}  // namespace gbrank
