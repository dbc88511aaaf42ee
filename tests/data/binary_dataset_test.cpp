#include "data/binary_dataset.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "gbrank/fit.h"

#include "base/checksum.h"
#include "base/random.h"
#include "data/bin_checks.h"
#include "data/binary_layout.h"
#include "data/gzip.h"
#include "support/error_of.h"
#include "support/messy_letor.h"
#include "support/temporary_folder.h"

namespace gbrank {
namespace {

using test::error_of;
using test::gzip;
using test::MessyLetor;
using test::read_file;
using test::same_data;
using test::TemporaryFolder;

const std::string kSmall =
    "1 qid:a 1:1 2:NULL 4:0.5\n0 qid:a 1:2 2:3 4:7\n2 qid:bee 1:3 4:1\n0 qid:bee 1:2 2:9\n";

/// The bytes of the binary file of a text.
std::string binary_of(const std::string& text, const ReadOptions& options = {}) {
  const TemporaryFolder folder;
  save_dataset(parse_dataset(text, "text", options), folder.path("data.gbd"));
  return read_file(folder.path("data.gbd"));
}

std::string error_of_bytes(const std::string& bytes) {
  const TemporaryFolder folder;
  const std::string path = folder.write("data.gbd", bytes);
  const std::string message = error_of([&] { read_dataset(path, {.threads = 1}); });
  if (message.starts_with(path + ": ")) return message.substr(path.size() + 2);
  return message;
}

/// A file that somebody made with care to do harm: its checksum is right.
class Forged {
 public:
  explicit Forged(std::string bytes) : bytes_(std::move(bytes)) {
    std::memcpy(&header, bytes_.data(), sizeof header);
  }
  template <typename T>
  void put(std::uint64_t at, T value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
    std::memcpy(&header, bytes_.data(), sizeof header);
  }
  const std::string& bytes() {
    std::memcpy(bytes_.data(), &header, sizeof header);
    Checksum checksum;
    checksum.add(std::string_view(bytes_).substr(kChecksumBegin));
    header.checksum = checksum.value();
    std::memcpy(bytes_.data(), &header, sizeof header);
    return bytes_;
  }
  std::string error() { return error_of_bytes(bytes()); }

  BinaryHeader header{};

 private:
  std::string bytes_;
};

const std::string kDamaged = "the binary dataset is damaged: ";

}  // namespace

TEST_CASE("a binary file has the data that it was made from, with 1, 2 and 3 threads") {
  const TemporaryFolder folder;
  const std::string path = folder.path("data.gbd");
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    const std::string text =
        MessyLetor(seed).text(200 + 300 * seed, static_cast<std::uint32_t>(1 + 2 * seed));
    const Dataset data = parse_dataset(text, "text", {.bins = 2 + 8 * static_cast<int>(seed)});
    save_dataset(data, path);
    for (const int threads : {1, 2, 3}) {
      const Dataset again = read_dataset(path, {.threads = threads});
      CHECK(same_data(data, again));
      CHECK(again.name() == path);
      for (std::size_t t = 0; t < again.tiles(); ++t) {
        CHECK(reinterpret_cast<std::uintptr_t>(again.tile(t)) % 16 == 0);
      }
    }
    const std::string bytes = read_file(path);
    CHECK(bytes.size() % 64 == 0);
    save_dataset(read_dataset(path), path);
    CHECK((read_file(path) == bytes));
    CHECK(same_data(data, read_dataset(folder.write("data.gz", gzip(bytes)))));
  }
}

TEST_CASE("a file whose line ends a transfer has changed is damaged, not text") {
  const TemporaryFolder folder;
  const std::string path = folder.path("data.gbd");
  save_dataset(parse_dataset("0 qid:1 1:1\n1 qid:1 1:2\n", "text"), path);
  std::string bytes = read_file(path);
  bytes.replace(4, 2, "\n");
  CHECK(error_of_bytes(bytes) ==
        kDamaged + "its first 8 bytes are not those of such a file; was it transferred as text?");
  CHECK(is_binary_dataset(bytes));
}

TEST_CASE("data without a column, and of one row, are data as well") {
  const TemporaryFolder folder;
  const std::string path = folder.path("data.gbd");
  for (const std::string text : {"0 qid:1\n", "3.5 qid:x 7:1\n", "0 qid:1 1:1\n1 qid:1 1:1\n"}) {
    const Dataset data = parse_dataset(text, "text");
    CHECK(data.columns() == 0);
    save_dataset(data, path);
    CHECK(same_data(data, read_dataset(path)));
  }
}

TEST_CASE("no byte of the file can change unnoticed") {
  const std::string good = binary_of(kSmall);
  REQUIRE(error_of_bytes(good) == "no error");
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string bytes = good;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      CAPTURE(at);
      CHECK(error_of_bytes(bytes) != "no error");
    }
  }
}

TEST_CASE("a file that is cut short or goes on after its end is refused") {
  const std::string good = binary_of(kSmall);
  for (std::size_t size = 0; size < good.size(); ++size) {
    CAPTURE(size);
    const std::string message = error_of_bytes(good.substr(0, size));
    if (size > 0) CHECK(message.starts_with(kDamaged + fmt::format("found {} bytes", size)));
    CHECK(message != "no error");
  }
  CHECK(error_of_bytes(good + std::string(64, '\0')) ==
        kDamaged + fmt::format("found {} bytes, expected {}", good.size() + 64, good.size()));
}

TEST_CASE("a file of another version is refused with the remedy") {
  std::string bytes = binary_of(kSmall);
  bytes[8] = 1;
  CHECK(error_of_bytes(bytes) ==
        "found a binary dataset of version 1, expected 2; convert the text again with this gbrank");
}

TEST_CASE("a damaged file says the checksum that was found and the one that was expected") {
  std::string bytes = binary_of(kSmall);
  bytes[200] = static_cast<char>(bytes[200] + 1);
  CHECK(error_of_bytes(bytes).starts_with(kDamaged + "found checksum "));
}

TEST_CASE("counts that a right checksum covers are still checked before they are used") {
  const std::string good = binary_of(kSmall);
  CHECK(Forged(good).error() == "no error");
  const auto error_with = [&](auto field, auto value) {
    Forged forged(good);
    forged.header.*field = value;
    return forged.error();
  };
  constexpr auto kHuge = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1} << 62, kHuge}) {
    CHECK(error_with(&BinaryHeader::rows, value).starts_with(kDamaged + "found "));
    CHECK(error_with(&BinaryHeader::queries, value).starts_with(kDamaged + "found "));
    CHECK(error_with(&BinaryHeader::id_bytes, value).starts_with(kDamaged + "found "));
    CHECK(error_with(&BinaryHeader::bounds, value).starts_with(kDamaged + "found "));
    CHECK(error_with(&BinaryHeader::features, value).starts_with(kDamaged + "found "));
  }
  CHECK(error_with(&BinaryHeader::largest_index, kHuge).starts_with(kDamaged + "found "));
  for (const std::uint32_t value : {0U, 1U, 256U, 0xffffffffU}) {
    CHECK(error_with(&BinaryHeader::max_bins, value).starts_with(kDamaged + "found "));
  }
  for (const std::uint32_t value : {0U, 17U, 0xffffffffU}) {
    CHECK(error_with(&BinaryHeader::columns, value).starts_with(kDamaged + "found "));
  }
  CHECK(error_with(&BinaryHeader::rows, std::uint64_t{5}).starts_with(kDamaged + "found "));
  CHECK(error_with(&BinaryHeader::rows, std::uint64_t{3}).starts_with(kDamaged + "found "));
}

TEST_CASE("contents that a right checksum covers are still checked before they are used") {
  const std::string good = binary_of(kSmall);
  const Forged original(good);
  const BinarySections at(original.header);
  REQUIRE(original.header.columns == 3);
  const auto error_with = [&](std::uint64_t place, auto value) {
    Forged forged(good);
    forged.put(place, value);
    return forged.error();
  };
  // Columns: features that do not ascend or do not exist, too many bounds, strange flags.
  for (const std::uint32_t feature : {1U, 3U, 4U, 0xffffffffU}) {
    CHECK(error_with(at.columns, feature).starts_with(kDamaged + "found column "));
  }
  for (const int bounds : {0, 1, 3, 255, 0xffff}) {
    CAPTURE(bounds);
    CHECK(error_with(at.columns + 4, static_cast<std::uint16_t>(bounds))
              .starts_with(kDamaged + "found "));
  }
  CHECK(error_with(at.columns + 6, std::uint8_t{2}).starts_with(kDamaged + "found column "));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float bound : {nan, infinity, -infinity, 2.5F, 3.0F}) {
    CHECK(error_with(at.bounds, bound).starts_with(kDamaged + "found bounds of feature 1"));
  }
  for (const float label : {nan, infinity, -1.0F}) {
    CHECK(error_with(at.labels + 4, label).starts_with(kDamaged + "found label "));
  }
  for (const std::uint64_t offset : {0ULL, 4ULL, 5ULL, ~0ULL}) {
    CHECK(error_with(at.offsets + 8, offset).starts_with(kDamaged + "found queries "));
  }
  CHECK(error_with(at.offsets, std::uint64_t{1}).starts_with(kDamaged + "found queries "));
  CHECK(error_with(at.offsets + 16, std::uint64_t{3}).starts_with(kDamaged + "found queries "));
  for (const std::uint32_t length : {0U, 2U, 5U, 0xffffffffU}) {
    CHECK(error_with(at.id_lengths, length).starts_with(kDamaged + "found "));
  }
  CHECK(error_with(offsetof(BinaryHeader, row_bytes), std::uint64_t{2}) ==
        kDamaged + "found 2 bytes a row, expected 1 to 1");
  // Features 4, 1 and 2 share the first byte: 4, 3 and 3 values, of 2 one is missing.
  const auto byte_of = [](int of_4, int of_1, int of_2) {
    return static_cast<std::uint8_t>(of_4 + 5 * (of_1 + 4 * of_2));
  };
  CHECK(error_with(at.tiles + 16, byte_of(3, 2, 3)) == "no error");
  CHECK(error_with(at.tiles + 16, byte_of(3, 3, 3)).starts_with("feature 1 has missing values"));
  CHECK(error_with(at.tiles + 16, byte_of(4, 2, 3)).starts_with("feature 4 has missing values"));
  CHECK(error_with(at.tiles + 16, byte_of(0, 0, 4)) ==
        kDamaged + "found 80 in the byte of feature 1, expected at most 79");
  for (const std::uint64_t beyond : {1ULL, 15ULL}) {
    CHECK(error_with(at.tiles + beyond, std::uint8_t{1}) ==
          kDamaged + "found bins beyond the last column");
  }
}

TEST_CASE("random changes under a right checksum are refused or are data that can be trained on") {
  const std::string good = binary_of(kSmall);
  const TemporaryFolder folder;
  FitOptions options;
  options.trees = 1;
  options.threads = 1;
  options.objective = "regression";
  options.tree.min_docs_per_leaf = 1;
  Random random(random_key(95));
  int trained = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    Forged forged(good);
    forged.put(kChecksumBegin + random.below(good.size() - kChecksumBegin),
               static_cast<std::uint8_t>(random.below(random.below(2) == 0 ? 4 : 256)));
    const std::string path = folder.write("data.gbd", forged.bytes());
    // The sanitizers watch.
    const std::string message =
        error_of([&] { fit(read_dataset(path, {.threads = 1}), {}, options); });
    if (message == "no error") {
      ++trained;
    } else {
      CHECK(message.starts_with(path + ": "));
    }
  }
  CHECK(trained > 100);
  CHECK(trained < 2900);
}

TEST_CASE("validation data must have the bins of the training data") {
  const TemporaryFolder folder;
  const std::string path = folder.path("valid.gbd");
  const std::string other = MessyLetor(97).text(3000, 12);
  const std::string text = MessyLetor(98).text(3000, 15);
  const Binning binning = parse_dataset(other, "train").binning();
  const Dataset data = parse_dataset(text, "valid", {}, binning);
  save_dataset(data, path);
  CHECK(same_data(data, read_dataset(path, {}, binning)));
  const std::string message =
      path +
      ": has other bins than the data it is to be used with; convert its text again with "
      "--bins-from and that data";
  Binning changed = binning;
  changed.columns.back().upper_bounds.back() += 1;
  CHECK(error_of([&] { read_dataset(path, {}, changed); }) == message);
  const Binning own = parse_dataset(text, "valid").binning();
  CHECK(error_of([&] { read_dataset(path, {}, own); }) == message);
}

TEST_CASE("values missing only in the validation data are read with its bins, not trained on") {
  const TemporaryFolder folder;
  const std::string path = folder.path("valid.gbd");
  const Binning binning = parse_dataset("0 qid:1 1:1\n0 qid:1 1:2\n", "train").binning();
  save_dataset(parse_dataset("0 qid:1 1:NULL\n0 qid:1 1:1\n", "valid", {}, binning), path);
  CHECK(read_dataset(path, {}, binning).bin(0, 0) == 2);
  CHECK(error_of([&] { read_dataset(path); }) ==
        path +
            ": feature 1 has missing values, and the data that the bins came from has none: this "
            "file can be validated on, not trained on");
}

TEST_CASE("where text is needed a binary file is refused by what it is") {
  const TemporaryFolder folder;
  const std::string path = folder.write("data.txt", binary_of(kSmall));
  const std::string message =
      path +
      ": is a binary dataset, which has bins in the place of values; gbrank fit takes it as "
      "--train and --valid, here LETOR text is expected";
  CHECK(error_of([&] { read_judgements(path); }) == message);
  CHECK(error_of([&] { refuse_binary_file(path); }) == message);
  CHECK(error_of([&] { refuse_binary_file(folder.write("text", kSmall)); }) == "no error");
  CHECK(error_of([&] { refuse_binary_file(folder.path("none")); }) == "no error");
  CHECK_FALSE(is_binary_dataset(""));
  CHECK_FALSE(is_binary_dataset("1 qid:1 1:1\n"));
  CHECK(is_binary_dataset("\x89GB"));
}

}  // namespace gbrank
