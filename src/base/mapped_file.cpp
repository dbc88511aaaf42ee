#include "base/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "gbrank/error.h"

#include "base/file.h"

namespace gbrank {

MappedFile::MappedFile(const std::string& path) {
  const FileDescriptor file = open_for_reading(path);
  map(file.get(), path);
}

MappedFile::MappedFile(int descriptor, const std::string& name) { map(descriptor, name); }

void MappedFile::map(int descriptor, const std::string& name) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) throw system_error(name, "cannot be examined", errno);
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  void* data = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (data == MAP_FAILED) throw system_error(name, "cannot be mapped into memory", errno);
  data_ = data;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace gbrank
