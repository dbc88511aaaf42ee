#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gbrank {

/// A file's bytes, mapped read-only into memory: pages come and go as the system likes.
class MappedFile {
 public:
  MappedFile() = default;
  /// Maps the named file; throws Error that names it.
  explicit MappedFile(const std::string& path);
  /// Maps an open descriptor, which stays the caller's; `name` is for messages.
  MappedFile(int descriptor, const std::string& name);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::string_view text() const { return {static_cast<const char*>(data_), size_}; }

  /// Says that these bytes will not be read for a while. Their pages no longer count as memory of
  /// this process; reading them brings them back from the system's cache or the file.
  void release(std::size_t begin, std::size_t end) const;

 private:
  void map(int descriptor, const std::string& name);

  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gbrank
