#include "base/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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

void MappedFile::release(std::size_t begin, std::size_t end) const {
  // A fault brings in the pages around it, as far as the system's cache has them in one piece: up
  // to 2 MiB. Readers of neighbouring parts so bring in each other's pages, and to leave none
  // behind, all that this part may have brought in go. A reader that still needs one gets it back.
  constexpr std::size_t kAround = std::size_t{1} << 21;
  begin = begin / kAround * kAround;
  end = std::min(size_, (end + kAround - 1) / kAround * kAround);
  if (begin < end) madvise(static_cast<char*>(data_) + begin, end - begin, MADV_DONTNEED);
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
