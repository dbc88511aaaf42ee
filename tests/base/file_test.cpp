#include "base/file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/error_of.h"
#include "support/temporary_folder.h"

namespace gbrank {
namespace {

namespace fs = std::filesystem;
using test::error_of;
using test::read_file;
using test::TemporaryFolder;

std::vector<std::string> names_in(const TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path(""))) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a file appears under its name at commit and not before") {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder.path("model"));
    file.write("first ");
    file.write("second");
    CHECK_FALSE(fs::exists(folder.path("model")));
    file.commit();
    CHECK(read_file(folder.path("model")) == "first second");
  }
  CHECK(read_file(folder.path("model")) == "first second");
  CHECK(names_in(folder) == Names{"model"});
}

TEST_CASE("what is being written stands beside the name, on the same file system") {
  const TemporaryFolder folder;
  const AtomicFile file(folder.path("model"));
  const Names names = names_in(folder);
  REQUIRE(names.size() == 1);
  CHECK(names[0].starts_with("model."));
  CHECK(names[0].ends_with(".tmp"));
}

TEST_CASE("without commit nothing appears and the old content stays") {
  const TemporaryFolder folder;
  folder.write("old", "old content");
  for (const std::string name : {"old", "new"}) {
    AtomicFile file(folder.path(name));
    file.write("half of the new con");
  }
  CHECK(names_in(folder) == Names{"old"});
  CHECK(read_file(folder.path("old")) == "old content");
}

TEST_CASE("commit replaces the old content whole: who has it open keeps reading the old") {
  const TemporaryFolder folder;
  const std::string path = folder.write("model", "a long old content");
  const FileDescriptor reader = open_for_reading(path);
  AtomicFile file(path);
  file.write("new");
  CHECK(read_file(path) == "a long old content");
  file.commit();
  CHECK(read_file(path) == "new");
  char bytes[32];
  CHECK(read(reader.get(), bytes, sizeof bytes) == 18);
  CHECK(names_in(folder) == Names{"model"});
}

TEST_CASE("two writers of one name do not meet; the last commit stays") {
  const TemporaryFolder folder;
  AtomicFile first(folder.path("model"));
  AtomicFile second(folder.path("model"));
  first.write("first");
  second.write("second");
  second.commit();
  first.commit();
  CHECK(read_file(folder.path("model")) == "first");
  CHECK(names_in(folder) == Names{"model"});
}

TEST_CASE("a symbolic link is followed and stays a link") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("models"));
  folder.write("models/today", "old");
  fs::create_symlink("models/today", folder.path("latest"));
  write_file(folder.path("latest"), "new");
  CHECK(fs::is_symlink(folder.path("latest")));
  CHECK(read_file(folder.path("models/today")) == "new");
  CHECK(names_in(folder) == Names{"latest", "models"});
}

TEST_CASE("a symbolic link to a file that does not exist yet makes that file") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("models"));
  fs::create_symlink("tomorrow", folder.path("models/next"));
  fs::create_symlink("models/next", folder.path("latest"));
  write_file(folder.path("latest"), "new");
  CHECK(fs::is_symlink(folder.path("latest")));
  CHECK(fs::is_symlink(folder.path("models/next")));
  CHECK(read_file(folder.path("models/tomorrow")) == "new");
}

TEST_CASE("permissions are what the umask allows, as for any new file") {
  const TemporaryFolder folder;
  const mode_t before = umask(027);
  write_file(folder.path("model"), "text");
  umask(before);
  CHECK(fs::status(folder.path("model")).permissions() == fs::perms{0640});
}

TEST_CASE("a folder, a missing folder and a file in place of a folder are errors at once") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("inner"));
  const std::string file = folder.write("file", "text");
  const auto error_for = [](const std::string& path) {
    return error_of([&] { AtomicFile{path}; });
  };
  CHECK(error_for(folder.path("inner")) ==
        folder.path("inner") + ": is a directory, expected a file to write");
  CHECK(error_for(folder.path("missing/model")) ==
        folder.path("missing/model") + ": cannot be written: No such file or directory");
  CHECK(error_for(file + "/model") == file + "/model: cannot be written: Not a directory");
  CHECK(names_in(folder) == Names{"file", "inner"});
}

TEST_CASE("what replaces a file has its permissions") {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  write_file(path, "new");
  CHECK(read_file(path) == "new");
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a pipe is written directly") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  const FileDescriptor reader(open(folder.path("pipe").c_str(), O_RDWR | O_NONBLOCK));
  write_file(folder.path("pipe"), "text");
  char bytes[8];
  CHECK(read(reader.get(), bytes, sizeof bytes) == 4);
  CHECK(names_in(folder) == Names{"pipe"});
}

TEST_CASE("a file that may not grow is an error that names it, and leaves nothing behind") {
  // A limit of this process stands in for a full disk: a test must not put a real device at risk.
  const TemporaryFolder folder;
  struct rlimit before {};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { 1000, before.rlim_max };
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const std::string message =
      error_of([&] { write_file(folder.path("file"), std::string(5000, 'x')); });
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, old_handler);
  CHECK(message == folder.path("file") + ": cannot be written: File too large");
  CHECK(names_in(folder).empty());
}

TEST_CASE("the whole of a file is read, whatever bytes it has") {
  const TemporaryFolder folder;
  std::string bytes(200000, 'x');
  bytes[5] = '\0';
  bytes[70000] = '\n';
  CHECK(read_whole_file(folder.write("file", bytes)) == bytes);
  CHECK(read_whole_file(folder.write("empty", "")).empty());
  CHECK(error_of([&] { read_whole_file(folder.path("missing")); }) ==
        folder.path("missing") + ": cannot be opened: No such file or directory");
  CHECK(error_of([&] { read_whole_file(folder.path("")); }) ==
        folder.path("") + ": is a directory, expected a file");
}

TEST_CASE("whether a file can be read is said in the words of reading it, without opening it") {
  const TemporaryFolder folder;
  for (const std::string& path : {folder.path("missing"), folder.path("")}) {
    CHECK(error_of([&] { check_readable(path); }) == error_of([&] { read_whole_file(path); }));
  }
  check_readable(folder.write("file", "text"));
  // Opening a pipe would wait for a writer, and closing it would end the writer.
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  check_readable(folder.path("pipe"));
}

}  // namespace gbrank
