#include "data_files.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"

namespace gbrank::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTestRows = 30000;
// Other queries to the same web.
constexpr int kTrainSeed = 1;
constexpr int kTestSeed = 2;

std::string made(const std::string& work, const char* name, std::size_t rows, int seed) {
  std::string prefix = fmt::format("{}/{}-{}", work, name, rows);
  // The LETOR text is the last to appear.
  const fs::path text = prefix + ".txt";
  if (fs::exists(text) && fs::last_write_time(text) > fs::last_write_time(GBRANK_BENCH_DATA)) {
    return prefix;
  }
  fmt::print(stderr, "making {}\n", text.string());
  const Finished finished = run(
      {GBRANK_BENCH_DATA, prefix, fmt::format("--rows={}", rows), fmt::format("--seed={}", seed)});
  if (finished.status != 0) throw Error("the data cannot be made\n" + last_lines(finished));
  return prefix;
}

}  // namespace

Files data_files(const std::string& work, std::size_t rows) {
  Files files;
  files.results = work + "/results";
  std::error_code error;
  fs::create_directories(files.results, error);
  if (error) throw system_error(files.results, "cannot be created", error.value());
  files.train = made(work, "train", rows, kTrainSeed);
  files.test = made(work, "test", kTestRows, kTestSeed);
  return files;
}

}  // namespace gbrank::bench
