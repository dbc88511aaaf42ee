#include "data/text_source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "base/random.h"
#include "data/gzip.h"
#include "support/error_of.h"
#include "support/temporary_folder.h"

namespace gbrank {
namespace {

using test::error_of;
using test::gzip;
using test::TemporaryFolder;

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

/// Lines of random letters, cut from a pool of them.
std::string random_lines(std::size_t bytes, std::size_t longest_line) {
  Random random(random_key(21, bytes, longest_line));
  std::string pool;
  while (pool.size() < 2 * longest_line) pool += static_cast<char>('a' + random.below(26));
  std::string text;
  while (text.size() < bytes) {
    const std::size_t length = random.below(longest_line + 1);
    text.append(pool, random.below(longest_line), length);
    text += '\n';
  }
  return text;
}

std::vector<std::string> blocks_of(const std::string& path) {
  std::vector<std::string> blocks;
  TextStream stream(path);
  std::string_view block;
  while (stream.next(block)) blocks.emplace_back(block);
  CHECK_FALSE(stream.next(block));
  return blocks;
}

std::string joined(const std::vector<std::string>& blocks) {
  std::string text;
  for (const std::string& block : blocks) text += block;
  return text;
}

/// A value of an environment variable, for a while.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = getenv(name)) {
      old_ = old;
      was_set_ = true;
    }
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { was_set_ ? setenv(name_, old_.c_str(), 1) : unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::string old_;
  bool was_set_ = false;
};

}  // namespace

TEST_CASE("plain text, gzip and several gzip members read the same") {
  const TemporaryFolder folder;
  const std::string text = random_lines(300000, 200) + "last line without newline";
  const std::size_t cut = 123456;
  const std::vector<std::string> paths = {
      folder.write("plain.txt", text),
      folder.write("packed.gz", gzip(text)),
      folder.write("members.gz", gzip(text.substr(0, cut)) + gzip("") + gzip(text.substr(cut))),
      folder.write("packed-without-suffix", gzip(text)),
      folder.write("plain-with-suffix.gz", text),
  };
  for (const std::string& path : paths) {
    CAPTURE(path);
    const TextFile file(path);
    CHECK((file.text() == text));
    CHECK(file.name() == path);
    CHECK((joined(blocks_of(path)) == text));
  }
}

TEST_CASE("empty files, plain or packed, are empty texts") {
  const TemporaryFolder folder;
  for (const std::string& path : {folder.write("a", ""), folder.write("b.gz", gzip(""))}) {
    CHECK(TextFile(path).text().empty());
    CHECK(blocks_of(path).empty());
  }
}

TEST_CASE(
    "what follows a gzip file and is none is an error, not lost in silence; zeros are padding") {
  const TemporaryFolder folder;
  const std::string packed = gzip("1 qid:1 1:1\n");
  for (const std::string& tail : {std::string("2 qid:1 1:1\n"), std::string("x"),
                                  std::string(300000, '\0') + "x", packed.substr(1)}) {
    const std::string path = folder.write("tail.gz", packed + tail);
    const std::string expected = path + ": the gzip file is damaged (it goes on after its end)";
    CHECK(error_of([&] { TextFile{path}; }) == expected);
    CHECK(error_of([&] { blocks_of(path); }) == expected);
  }
  const std::string padded = folder.write("padded.gz", packed + std::string(1000, '\0'));
  CHECK(TextFile(padded).text() == "1 qid:1 1:1\n");
}

TEST_CASE("a gzip file that is cut short is an error, wherever it is cut") {
  const TemporaryFolder folder;
  const std::string packed = gzip(random_lines(100000, 100));
  for (const std::size_t kept :
       {std::size_t{2}, std::size_t{9}, std::size_t{30}, packed.size() / 2, packed.size() - 1}) {
    const std::string path = folder.write("cut.gz", packed.substr(0, kept));
    CHECK(error_of([&] { TextFile{path}; }) == path + ": the gzip file is cut short");
    CHECK(error_of([&] { blocks_of(path); }) == path + ": the gzip file is cut short");
  }
  const std::string path = folder.write("cut.gz", packed + packed.substr(0, packed.size() / 2));
  CHECK(error_of([&] { TextFile{path}; }) == path + ": the gzip file is cut short");
}

TEST_CASE("a gzip file with a changed byte is an error") {
  const TemporaryFolder folder;
  const std::string packed = gzip(random_lines(100000, 100));
  // In the text, which the checksum shows; in the checksum; in the length; in the method.
  for (const std::size_t at :
       {packed.size() / 2, packed.size() - 6, packed.size() - 1, std::size_t{2}}) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    const std::string path = folder.write("damaged.gz", damaged);
    const std::string start = path + ": the gzip file is damaged (";
    CHECK(error_of([&] { TextFile{path}; }).starts_with(start));
    CHECK(error_of([&] { blocks_of(path); }).starts_with(start));
  }
}

TEST_CASE("a missing file and a folder are errors that name them") {
  const TemporaryFolder folder;
  const std::string missing = folder.path("missing");
  CHECK(error_of([&] { TextFile{missing}; }) ==
        missing + ": cannot be opened: No such file or directory");
  CHECK(error_of([&] { TextStream{missing}; }) ==
        missing + ": cannot be opened: No such file or directory");
  CHECK(error_of([&] { TextFile{folder.path("")}; }) ==
        folder.path("") + ": is a directory, expected a file");
}

TEST_CASE("a minus is standard input in messages, and a file elsewhere keeps its name") {
  CHECK(display_name("-") == "standard input");
  CHECK(display_name("./-") == "./-");
}

TEST_CASE("the blocks of a stream are whole lines, also of lines longer than a block") {
  const TemporaryFolder folder;
  const std::vector<std::string> texts = {
      random_lines(9 * kMebibyte, 5000),
      "short\n" + std::string(6 * kMebibyte, 'x') + "\nshort\n" + std::string(5 * kMebibyte, 'y') +
          "\nno newline",
      std::string(4 * kMebibyte - 1, 'x') + '\n' + std::string(4 * kMebibyte, 'y') + '\n',
      std::string(5 * kMebibyte, 'x'),
  };
  for (const std::string& text : texts) {
    for (const std::string& path : {folder.write("plain", text), folder.write("gz", gzip(text))}) {
      const std::vector<std::string> blocks = blocks_of(path);
      CHECK((joined(blocks) == text));
      for (std::size_t i = 0; i + 1 < blocks.size(); ++i) CHECK(blocks[i].ends_with('\n'));
    }
  }
  // A file of many lines comes in several blocks: the memory does not grow with it.
  CHECK(blocks_of(folder.write("lines", texts[0])).size() >= 2);
}

TEST_CASE("a large packed file is unpacked under TMPDIR and leaves nothing there") {
  const TemporaryFolder folder;
  const std::string part = random_lines(kMebibyte, 1000);
  const std::string packed_part = gzip(part);
  std::string text;
  std::string packed;
  for (int i = 0; i < 66; ++i) {
    text += part;
    packed += packed_part;
  }
  const std::string path = folder.write("large.gz", packed);
  std::filesystem::create_directory(folder.path("spool"));
  {
    const Environment environment("TMPDIR", folder.path("spool"));
    CHECK((TextFile(path).text() == text));
    CHECK(std::filesystem::is_empty(folder.path("spool")));
  }
  const Environment environment("TMPDIR", folder.path("missing"));
  const std::string message = error_of([&] { TextFile{path}; });
  CHECK(message.starts_with(path + ": cannot be unpacked to " + folder.path("missing/gbrank-")));
  CHECK(message.ends_with(" (TMPDIR names the folder): No such file or directory"));
}

TEST_CASE("a named pipe is read to its end, plain or packed") {
  const TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  const std::string text = random_lines(1000, 50);
  for (const std::string& bytes : {text, gzip(text)}) {
    std::atomic<bool> finished{false};
    bool was_stuck = false;
    std::thread writer([&] {
      const int pipe = open(path.c_str(), O_WRONLY);
      const ssize_t written = write(pipe, bytes.data(), bytes.size());
      close(pipe);
      const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
      while (!finished && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      // A reader that waits for another writer would wait for ever: let the test fail instead.
      was_stuck = !finished || written != static_cast<ssize_t>(bytes.size());
      if (!finished) close(open(path.c_str(), O_WRONLY | O_NONBLOCK));
    });
    const TextFile file(path);
    finished = true;
    writer.join();
    CHECK_FALSE(was_stuck);
    CHECK((file.text() == text));
  }
}

}  // namespace gbrank
