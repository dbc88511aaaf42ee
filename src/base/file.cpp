#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/random.h"

namespace gbrank {

Error system_error(const std::string& path, std::string_view what, int error_number) {
  return Error(fmt::format("{}: {}: {}", path, what, std::strerror(error_number)));
}

FileDescriptor::~FileDescriptor() {
  if (descriptor_ >= 0) close(descriptor_);
}

namespace {

Error is_directory(const std::string& path) {
  return Error(path + ": is a directory, expected a file");
}

}  // namespace

FileDescriptor open_for_reading(const std::string& path) {
  FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) throw system_error(path, "cannot be opened", errno);
  struct stat status {};
  if (fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode)) throw is_directory(path);
  return file;
}

void check_readable(const std::string& path) {
  struct stat status {};
  if (faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0 ||
      stat(path.c_str(), &status) != 0) {
    throw system_error(path, "cannot be opened", errno);
  }
  if (S_ISDIR(status.st_mode)) throw is_directory(path);
}

std::string read_whole_file(const std::string& path) {
  const FileDescriptor file = open_for_reading(path);
  std::string text;
  char buffer[1 << 16];
  while (true) {
    const ssize_t n = read(file.get(), buffer, sizeof buffer);
    if (n == 0) return text;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw system_error(path, "cannot be read", errno);
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

AtomicFile::AtomicFile(const std::string& path) : name_(path), target_(path) {
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists) {
    if (S_ISDIR(status.st_mode)) throw Error(path + ": is a directory, expected a file to write");
    if (!S_ISREG(status.st_mode)) {
      file_ = FileDescriptor(open(path.c_str(), O_WRONLY | O_CLOEXEC));
      if (file_.get() < 0) throw system_error(name_, "cannot be opened for writing", errno);
      return;
    }
    target_ = std::filesystem::canonical(path).string();
  } else if (errno == ENOENT) {
    // A link may point to what does not exist yet. Links in a circle end in ELOOP instead.
    std::filesystem::path link = path;
    while (std::filesystem::is_symlink(link)) {
      link = link.parent_path() / std::filesystem::read_symlink(link);
    }
    target_ = link.string();
  }
  Random random(random_key(static_cast<std::uint64_t>(getpid()), std::hash<std::string>{}(path)));
  do {
    temporary_ = fmt::format("{}.{:08x}.tmp", target_, random.next() >> 32);
    file_ = FileDescriptor(open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  } while (file_.get() < 0 && errno == EEXIST);
  if (file_.get() < 0) {
    const int error = errno;
    temporary_.clear();
    throw system_error(name_, "cannot be written", error);
  }
  // What replaces a private file is private too. A file system without modes is no reason to fail.
  if (exists) (void)!fchmod(file_.get(), status.st_mode & 07777);
}

AtomicFile::~AtomicFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file_.get(), text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw system_error(name_, "cannot be written", errno);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void AtomicFile::commit() {
  if (temporary_.empty()) return;
  if (fsync(file_.get()) != 0) throw system_error(name_, "cannot be flushed to disk", errno);
  if (close(file_.release()) != 0) throw system_error(name_, "cannot be written", errno);
  if (rename(temporary_.c_str(), target_.c_str()) != 0) {
    throw system_error(name_, "cannot be put in place", errno);
  }
  temporary_.clear();
}

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace gbrank
