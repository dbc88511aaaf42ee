#include "data/inflater.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

#include "gbrank/error.h"

namespace gbrank {
namespace {

constexpr std::size_t kInputBytes = std::size_t{1} << 18;
constexpr std::size_t kOutputBytes = std::size_t{1} << 20;
constexpr int kGzipOnly = 15 + 16;  // the largest window, and a gzip header

enum class Stage { kUnknown, kPlain, kInMember, kBetweenMembers, kPadding };

}  // namespace

struct Inflater::State {
  State(FileDescriptor open_file, std::string display)
      : name(std::move(display)), file(std::move(open_file)), input(kInputBytes) {
    if (inflateInit2(&stream, kGzipOnly) != Z_OK) throw Error(name + ": out of memory");
  }
  ~State() { inflateEnd(&stream); }

  /// Keeps what is left of the input and reads more behind it; false at the end of the file.
  bool fill() {
    std::copy_n(stream.next_in, stream.avail_in, input.data());
    stream.next_in = input.data();
    while (true) {
      const ssize_t n =
          read(file.get(), input.data() + stream.avail_in, input.size() - stream.avail_in);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw system_error(name, "cannot be read", errno);
      stream.avail_in += static_cast<uInt>(n);
      return n > 0;
    }
  }

  /// At the beginning of a member, if it is one: two bytes tell.
  bool at_member() {
    while (stream.avail_in < 2 && fill()) {
    }
    return stream.avail_in >= 2 && stream.next_in[0] == 0x1f && stream.next_in[1] == 0x8b;
  }

  void inflate_some(std::string& text) {
    const std::size_t before = text.size();
    text.resize(before + kOutputBytes);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + before);
    stream.avail_out = static_cast<uInt>(kOutputBytes);
    while (stream.avail_out > 0) {
      if (stream.avail_in == 0 && !fill()) throw Error(name + ": the gzip file is cut short");
      const int code = inflate(&stream, Z_NO_FLUSH);
      if (code == Z_STREAM_END) {
        stage = Stage::kBetweenMembers;
        break;
      }
      if (code == Z_MEM_ERROR) throw Error(name + ": out of memory");
      if (code != Z_OK && code != Z_BUF_ERROR) {
        throw Error(fmt::format("{}: the gzip file is damaged ({})", name,
                                stream.msg != nullptr ? stream.msg : "unexpected data"));
      }
    }
    text.resize(text.size() - stream.avail_out);
  }

  std::string name;
  FileDescriptor file;
  std::vector<Bytef> input;
  z_stream stream{};
  Stage stage = Stage::kUnknown;
};

Inflater::Inflater(FileDescriptor file, std::string name)
    : state_(std::make_unique<State>(std::move(file), std::move(name))) {}

Inflater::~Inflater() = default;

bool Inflater::read_more(std::string& text) {
  State& s = *state_;
  if (s.stage == Stage::kUnknown) s.stage = s.at_member() ? Stage::kInMember : Stage::kPlain;
  if (s.stage == Stage::kPlain) {
    if (s.stream.avail_in == 0 && !s.fill()) return false;
    text.append(reinterpret_cast<const char*>(s.stream.next_in), s.stream.avail_in);
    s.stream.avail_in = 0;
    return true;
  }
  if (s.stage == Stage::kBetweenMembers) {
    if (s.at_member()) {
      inflateReset(&s.stream);
      s.stage = Stage::kInMember;
    } else {
      s.stage = Stage::kPadding;
    }
  }
  if (s.stage == Stage::kInMember) {
    s.inflate_some(text);
    return true;
  }
  do {
    const Bytef* const end = s.stream.next_in + s.stream.avail_in;
    if (std::any_of(const_cast<const Bytef*>(s.stream.next_in), end,
                    [](Bytef b) { return b != 0; })) {
      throw Error(s.name + ": the gzip file is damaged (it goes on after its end)");
    }
    s.stream.avail_in = 0;
  } while (s.fill());
  return false;
}

}  // namespace gbrank
