#include "data/text_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include <fmt/format.h>

#include "gbrank/error.h"

#include "base/file.h"
#include "data/inflater.h"

namespace gbrank {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{4} << 20;
constexpr std::size_t kMemoryBytes = std::size_t{64} << 20;

FileDescriptor open_input(const std::string& path) {
  if (path != "-") return open_for_reading(path);
  FileDescriptor file(dup(STDIN_FILENO));
  if (file.get() < 0) throw system_error(display_name(path), "cannot be opened", errno);
  return file;
}

bool is_plain_file(const FileDescriptor& file) {
  struct stat status {};
  if (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  unsigned char magic[2] = {0, 0};
  const ssize_t n = pread(file.get(), magic, 2, 0);
  return lseek(file.get(), 0, SEEK_CUR) == 0 && !(n == 2 && magic[0] == 0x1f && magic[1] == 0x8b);
}

/// An unnamed file that vanishes when it is closed.
FileDescriptor open_spool(const std::string& name) {
  const char* folder = std::getenv("TMPDIR");
  std::string path = fmt::format("{}/gbrank-XXXXXX", folder != nullptr ? folder : "/tmp");
  FileDescriptor file(mkostemp(path.data(), O_CLOEXEC));
  if (file.get() < 0) {
    throw system_error(
        name, fmt::format("cannot be unpacked to {} (TMPDIR names the folder)", path), errno);
  }
  unlink(path.c_str());
  return file;
}

void append_to_spool(const FileDescriptor& spool, std::string_view text, const std::string& name) {
  while (!text.empty()) {
    const ssize_t n = write(spool.get(), text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      throw system_error(name, "cannot be unpacked to a temporary file (TMPDIR names its folder)",
                         errno);
    }
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

TextStream::TextStream(const std::string& path)
    : TextStream(open_input(path), display_name(path)) {}

TextStream::TextStream(FileDescriptor file, const std::string& name)
    : name_(name), input_(std::make_unique<Inflater>(std::move(file), name)) {}

TextStream::~TextStream() = default;

bool TextStream::next(std::string_view& block) {
  buffer_.erase(0, given_);
  std::size_t searched = 0;
  std::size_t last_newline = std::string::npos;
  bool more = true;
  while (more && (buffer_.size() < kBlockBytes || last_newline == std::string::npos)) {
    more = input_->read_more(buffer_);
    const std::size_t at = std::string_view(buffer_).substr(searched).rfind('\n');
    if (at != std::string_view::npos) last_newline = searched + at;
    searched = buffer_.size();
  }
  given_ = more ? last_newline + 1 : buffer_.size();
  block = std::string_view(buffer_).substr(0, given_);
  return given_ > 0;
}

TextFile::TextFile(const std::string& path) : name_(display_name(path)) {
  FileDescriptor file = open_input(path);
  if (is_plain_file(file)) {
    mapped_ = MappedFile(file.get(), name_);
    return;
  }
  // The same descriptor: opening a named pipe anew would wait for a second writer.
  TextStream stream(std::move(file), name_);
  FileDescriptor spool;
  std::string_view block;
  while (stream.next(block)) {
    if (spool.get() < 0 && in_memory_.size() + block.size() > kMemoryBytes) {
      spool = open_spool(name_);
      append_to_spool(spool, in_memory_, name_);
      in_memory_ = {};
    }
    if (spool.get() < 0) {
      in_memory_ += block;
    } else {
      append_to_spool(spool, block, name_);
    }
  }
  if (spool.get() >= 0) mapped_ = MappedFile(spool.get(), name_);
}

}  // namespace gbrank
