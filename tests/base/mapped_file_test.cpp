#include "base/mapped_file.h"

#include <fcntl.h>

#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "base/file.h"
#include "support/error_of.h"
#include "support/temporary_folder.h"

namespace gbrank {

using test::error_of;
using test::TemporaryFolder;

TEST_CASE("a mapped file has the bytes of the file") {
  const TemporaryFolder folder;
  std::string bytes = "first\nsecond\r\n";
  bytes += '\0';
  bytes.append(100000, 'x');
  CHECK(MappedFile(folder.write("file", bytes)).text() == bytes);
}

TEST_CASE("an empty file maps to an empty text") {
  const TemporaryFolder folder;
  CHECK(MappedFile(folder.write("empty", "")).text().empty());
  CHECK(MappedFile().text().empty());
}

TEST_CASE("a missing file and a folder are errors that name them") {
  const TemporaryFolder folder;
  const std::string missing = folder.path("missing");
  CHECK(error_of([&] { MappedFile{missing}; }) ==
        missing + ": cannot be opened: No such file or directory");
  const std::string itself = folder.path("");
  CHECK(error_of([&] { MappedFile{itself}; }) == itself + ": is a directory, expected a file");
}

TEST_CASE("a descriptor that cannot be mapped is an error under the given name") {
  CHECK(error_of([] { MappedFile(-1, "standard input"); }) ==
        "standard input: cannot be examined: Bad file descriptor");
  const TemporaryFolder folder;
  const FileDescriptor write_only(open(folder.write("file", "text").c_str(), O_WRONLY));
  CHECK(error_of([&] { MappedFile(write_only.get(), "a name"); }) ==
        "a name: cannot be mapped into memory: Permission denied");
}

TEST_CASE("a mapping outlives the descriptor, moves, and stays when the name is gone") {
  const TemporaryFolder folder;
  MappedFile mapped;
  {
    MappedFile first(folder.write("file", "text"));
    MappedFile second(std::move(first));
    mapped = std::move(second);
  }
  std::filesystem::remove(folder.path("file"));
  CHECK(mapped.text() == "text");
}

TEST_CASE("bytes that were released read as before") {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; bytes.size() < 5000000; ++i) bytes += std::to_string(i);
  const MappedFile mapped(folder.write("file", bytes));
  CHECK((mapped.text() == bytes));
  mapped.release(0, 1);
  mapped.release(100, 3000000);
  mapped.release(bytes.size() - 1, bytes.size());
  CHECK((mapped.text() == bytes));
  mapped.release(0, bytes.size());
  CHECK((mapped.text() == bytes));
  MappedFile().release(0, 0);
}

}  // namespace gbrank
