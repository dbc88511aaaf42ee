#include "gbrank/dataset.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "base/random.h"
#include "data/bin_checks.h"
#include "data/gzip.h"
#include "support/messy_letor.h"
#include "support/slow_letor.h"
#include "support/temporary_folder.h"

namespace gbrank {
namespace {

using test::check_bounds;
using test::Counts;
using test::gzip;
using test::MessyLetor;
using test::same_data;
using test::slow_bin;
using test::SlowLetor;
using test::TemporaryFolder;

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

void check_rows(const Dataset& dataset, const SlowLetor& slow) {
  REQUIRE(dataset.rows() == slow.rows.size());
  CHECK(std::ranges::equal(dataset.labels(), slow.labels));
  CHECK(std::ranges::equal(dataset.query_offsets(), slow.query_offsets));
  CHECK(std::ranges::equal(dataset.query_ids(), slow.query_ids));
}

void check_cells(const Dataset& dataset, const SlowLetor& slow) {
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < dataset.columns(); ++c) {
    const FeatureBins& bins = dataset.binning().columns[c];
    for (std::size_t r = 0; r < dataset.rows(); ++r) {
      if (dataset.bin(r, c) != bins.bin(slow.value(r, bins.feature))) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

/// Checks the bins of every feature against the values of the slow parser.
void check_binning(const Binning& binning, const SlowLetor& slow, std::size_t max_bins) {
  std::size_t largest = 0;
  for (const std::vector<float>& row : slow.rows) largest = std::max(largest, row.size());
  CHECK(binning.features == largest);
  CHECK(binning.max_bins == static_cast<int>(max_bins));
  std::size_t columns = 0;
  for (std::size_t f = 0; f < largest; ++f) {
    std::vector<float> values;
    for (std::size_t r = 0; r < slow.rows.size(); ++r) {
      if (!std::isnan(slow.value(r, f))) values.push_back(slow.value(r, f));
    }
    const bool has_missing = values.size() < slow.rows.size();
    std::sort(values.begin(), values.end());
    Counts counts;
    for (const float value : values) ++counts.try_emplace(counts.end(), value, 0)->second;
    if (counts.size() + (has_missing ? 1 : 0) < 2) continue;
    REQUIRE(columns < binning.columns.size());
    const FeatureBins& bins = binning.columns[columns++];
    CHECK(bins.feature == f);
    CHECK(bins.has_missing == has_missing);
    check_bounds(counts, bins.upper_bounds, max_bins);
  }
  CHECK(columns == binning.columns.size());
}

}  // namespace

TEST_CASE("the bin of a value is that of the first upper bound that is not below it") {
  Random random(random_key(51));
  FeatureBins bins;
  CHECK(bins.bin(3) == 0);
  CHECK(bins.bin(std::numeric_limits<float>::quiet_NaN()) == 1);
  while (bins.upper_bounds.size() < 254) {
    const float last = bins.upper_bounds.empty() ? -5.0F : bins.upper_bounds.back();
    bins.upper_bounds.push_back(last + static_cast<float>(1 + random.below(100)) / 1000);
  }
  CHECK(bins.value_bins() == 255);
  CHECK(bins.missing_bin() == 255);
  CHECK(bins.bin(std::numeric_limits<float>::quiet_NaN()) == 255);
  std::vector<float> values = bins.upper_bounds;
  values.insert(values.end(), {std::numeric_limits<float>::lowest(),
                               std::numeric_limits<float>::max(), 0.0F, -0.0F});
  for (int i = 0; i < 500; ++i) values.push_back(static_cast<float>(20 * random.uniform()) - 6);
  for (const float value : values) CHECK(bins.bin(value) == slow_bin(bins.upper_bounds, value));
}

TEST_CASE("a small file, by hand") {
  const TemporaryFolder folder;
  const std::string path = folder.write("train.txt",
                                        "2 qid:a 3:10 1:1 # docid = 1\n"
                                        "0 qid:a 1:3 2:NULL\n"
                                        "\n"
                                        "1.5 qid:b 2:5 1:1\n");
  const Dataset dataset = read_dataset(path);
  CHECK(dataset.rows() == 3);
  CHECK(dataset.queries() == 2);
  CHECK(dataset.columns() == 3);
  CHECK(dataset.tiles() == 1);
  const Binning& binning = dataset.binning();
  CHECK(binning.columns[0].upper_bounds == std::vector<float>{2});
  CHECK(binning.columns[1].upper_bounds == std::vector<float>{2.5F});
  CHECK(binning.columns[2].upper_bounds == std::vector<float>{5});
  const std::vector<std::vector<int>> expected = {{0, 0, 1}, {1, 2, 0}, {0, 1, 0}};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) CHECK(dataset.bin(r, c) == expected[r][c]);
  }
  CHECK(dataset.judged_lists().labels[2] == 1.5F);
  CHECK(dataset.judged_lists().offsets[1] == 2);
}

TEST_CASE("many small messy texts read as a slow and simple parser reads them") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const auto features = static_cast<std::uint32_t>(1 + seed);
    const std::string text = MessyLetor(seed).text(200 + 200 * seed, features);
    const SlowLetor slow(text);
    const int bins = seed % 2 == 0 ? 255 : 2 + static_cast<int>(seed);
    const Dataset dataset = parse_dataset(text, "text", {.bins = bins, .threads = 2});
    check_rows(dataset, slow);
    check_cells(dataset, slow);
    check_binning(dataset.binning(), slow, static_cast<std::size_t>(bins));
  }
}

TEST_CASE("a large messy file, cut into chunks inside queries, reads the same by 1, 2, 3 threads") {
  const TemporaryFolder folder;
  const std::string text = MessyLetor(71).text(5 * kMebibyte / 2, 21, 3000);
  const std::string path = folder.write("train.txt", text);
  const SlowLetor slow(text);
  const Dataset dataset = read_dataset(path, {.bins = 64, .threads = 1});
  check_rows(dataset, slow);
  check_cells(dataset, slow);
  check_binning(dataset.binning(), slow, 64);
  CHECK(dataset.row_bytes() < dataset.columns());  // some share a byte
  for (const int threads : {2, 3}) {
    CHECK(same_data(dataset, read_dataset(path, {.bins = 64, .threads = threads})));
  }
  const std::string packed = folder.write("train.txt.gz", gzip(text));
  CHECK(same_data(dataset, read_dataset(packed, {.bins = 64, .threads = 2})));
}

TEST_CASE("one query may span chunks, and a line may be longer than a chunk") {
  std::string text = "1 qid:a 1:1\n0 qid:b 1:2 #";
  text += std::string(3 * kMebibyte, 'x') + '\n';
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("{} qid:b 1:{} #", i % 3, i) + std::string(kMebibyte / 10, 'y') + '\n';
  }
  const SlowLetor slow(text);
  for (const int threads : {1, 3}) {
    const Dataset dataset = parse_dataset(text, "text", {.threads = threads});
    CHECK(dataset.queries() == 2);
    check_rows(dataset, slow);
    check_cells(dataset, slow);
  }
}

TEST_CASE("a file that ends with a page is not read beyond it") {
  const TemporaryFolder folder;
  for (const std::string end : {"", "\n", "5", ":", ".", "-", " "}) {
    std::string text = "0 qid:1 1:1\n";
    while (text.size() < 2 * 4096 - 40) text += "1 qid:1 1:2.5 2:3\n";
    text += "1 qid:1 " + std::string(2 * 4096 - 11 - end.size() - text.size(), ' ') + "2:4" + end;
    REQUIRE(text.size() == 2 * 4096);
    const std::string path = folder.write("data.txt", text);
    if (end == ":" || end == "-") {
      CHECK_THROWS_AS(read_dataset(path), Error);
    } else {
      CHECK(same_data(read_dataset(path), parse_dataset(text, "text")));
    }
  }
}

TEST_CASE("bytes beyond the last one of a tile are zero, whatever the number of columns") {
  for (const std::uint32_t columns : {1U, 15U, 16U, 17U, 33U}) {
    std::string text;
    for (int r = 0; r < 200; ++r) {  // more than could share a byte
      text += "0 qid:1";
      for (std::uint32_t c = 1; c <= columns; ++c) text += fmt::format(" {}:{}", c, r);
      text += '\n';
    }
    const Dataset dataset = parse_dataset(text, "text");
    CHECK(dataset.columns() == columns);
    CHECK(dataset.tiles() == (columns + 15) / 16);
    int wrong = 0;
    for (std::size_t b = 0; b < dataset.tiles() * Dataset::kTileBytes; ++b) {
      const std::uint8_t* const lane = dataset.tile(b / 16) + b % 16;
      for (std::size_t r = 0; r < 200; ++r) wrong += lane[r * 16] != (b < columns ? r : 0) ? 1 : 0;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("the largest index is a feature like any other") {
  const Dataset dataset =
      parse_dataset("1 qid:1 16777216:2 1:3\n0 qid:1 16777216:1\n", "text", {.threads = 1});
  CHECK(dataset.binning().features == 16777216);
  REQUIRE(dataset.columns() == 2);
  CHECK(dataset.binning().columns[1].feature == 16777215);
  CHECK(dataset.bin(0, 1) == 1);
  CHECK(dataset.bin(1, 1) == 0);
}

TEST_CASE("validation data have the bins of the training data") {
  const std::string train = MessyLetor(81).text(20000, 12);
  const std::string valid = MessyLetor(82).text(20000, 30);  // features that training never saw
  const Binning binning = parse_dataset(train, "train", {.bins = 16}).binning();
  const SlowLetor slow(valid);
  const TemporaryFolder folder;
  for (const Dataset& dataset :
       {parse_dataset(valid, "valid", {.threads = 2}, binning),
        read_dataset(folder.write("valid.gz", gzip(valid)), {.threads = 1}, binning)}) {
    CHECK((dataset.binning() == binning));
    check_rows(dataset, slow);
    check_cells(dataset, slow);
  }
}

TEST_CASE("a value that is missing only in the validation data has the bin after the values") {
  const Dataset train = parse_dataset("0 qid:1 1:1\n0 qid:1 1:2\n0 qid:1 1:3\n", "train");
  REQUIRE_FALSE(train.binning().columns[0].has_missing);
  const Dataset valid =
      parse_dataset("0 qid:1 1:NULL\n0 qid:1\n0 qid:1 1:99\n", "valid", {}, train.binning());
  CHECK(valid.bin(0, 0) == 3);
  CHECK(valid.bin(1, 0) == 0);
  CHECK(valid.bin(2, 0) == 2);
}

TEST_CASE("255 values and a missing one use all of a byte") {
  std::string text = "0 qid:1 1:nan\n";
  for (int i = 0; i < 255; ++i) text += fmt::format("0 qid:1 1:{}\n", i);
  const Dataset dataset = parse_dataset(text, "text");
  CHECK(dataset.bin(0, 0) == 255);
  for (std::size_t i = 0; i < 255; ++i) CHECK(dataset.bin(i + 1, 0) == i);
}

TEST_CASE("a text too large to be sampled whole has the same bins by any number of threads") {
  // Mostly comments, so that it is parsed quickly.
  Random random(random_key(91));
  const std::string comment = " #" + std::string(20000, 'x') + '\n';
  constexpr int kRows = 4200;
  std::string text;
  Counts counts;
  for (int i = 0; i < kRows; ++i) {
    const auto value = static_cast<int>(random.below(3000));
    ++counts[static_cast<float>(value)];
    // The second feature differs in one row in the midst: few values stay exact, sampled or not.
    text += fmt::format("0 qid:1 1:{} 2:{}", value, i == 2100 ? 5 : 1) + comment;
  }
  REQUIRE(text.size() > 75 * kMebibyte);
  const Dataset dataset = parse_dataset(text, "text", {.bins = 32, .threads = 1});
  REQUIRE(dataset.columns() == 2);
  check_bounds(counts, dataset.binning().columns[0].upper_bounds, 32);
  CHECK(dataset.binning().columns[0].upper_bounds.size() == 31);
  CHECK(dataset.binning().columns[1].upper_bounds == std::vector<float>{3});
  CHECK(dataset.bin(2100, 1) == 1);
  for (const int threads : {2, 3}) {
    CHECK(same_data(dataset, parse_dataset(text, "text", {.bins = 32, .threads = threads})));
  }
}

TEST_CASE("the bundled sample has 45 features, and the rows and queries that its README says") {
  const Dataset dataset = read_dataset(std::string(GBRANK_DATASETS) + "/sample/S4.txt.gz");
  CHECK(dataset.binning().features == 45);
  CHECK(dataset.columns() == 45);
  CHECK(dataset.rows() == 2068);
  CHECK(dataset.queries() == 20);
  CHECK(dataset.query_ids().front() == "61");
  CHECK(std::ranges::count(dataset.labels(), 2.0F) == 336);
  for (const FeatureBins& bins : dataset.binning().columns) {
    CHECK(bins.has_missing == (bins.feature == 37 || bins.feature == 43));
  }
}

}  // namespace gbrank
