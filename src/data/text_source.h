#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/mapped_file.h"

namespace gbrank {

/// The name under which "-" appears in messages.
std::string display_name(const std::string& path);

class Inflater;

/// The whole text of a file, to be read more than once. A plain file is mapped; gzip and standard
/// input, which can be read only once, are unpacked first: into memory while they are small, into
/// an unnamed file under TMPDIR otherwise.
class TextFile {
 public:
  explicit TextFile(const std::string& path);

  std::string_view text() const { return in_memory_.empty() ? mapped_.text() : in_memory_; }
  const std::string& name() const { return name_; }
  /// Where the text is mapped, or nullptr.
  const MappedFile* mapping() const { return in_memory_.empty() ? &mapped_ : nullptr; }

 private:
  std::string name_;
  MappedFile mapped_;
  std::string in_memory_;
};

/// The text of a file in blocks of whole lines, once, in memory that does not grow with the file.
class TextStream {
 public:
  explicit TextStream(const std::string& path);
  /// Goes on from where an open file stands; `name` is for messages.
  TextStream(FileDescriptor file, const std::string& name);
  ~TextStream();
  TextStream(const TextStream&) = delete;
  TextStream& operator=(const TextStream&) = delete;

  /// The next block, which ends with a newline except perhaps at the end of the file; false at the
  /// end. It is valid until the next call.
  bool next(std::string_view& block);
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::unique_ptr<Inflater> input_;
  std::string buffer_;
  std::size_t given_ = 0;  // how much of the buffer the last block was
};

}  // namespace gbrank
