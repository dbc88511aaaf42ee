#include "experiment/result_store.h"

#include <filesystem>
#include <vector>

#include <doctest/doctest.h>

#include "support/error_of.h"
#include "support/temporary_folder.h"

namespace gbrank::test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    paths.push_back(entry.path().string());
  }
  return paths;
}

const Json kResult = {{"curve", {0.1, 1.0 / 3, 1e-300, -0.0}}, {"model", "{\"trees\":[]}\n"}};

}  // namespace

TEST_CASE("what was stored is found again to the last bit, also by another store of the folder") {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("a/b"));
  CHECK_FALSE(store.find("key").has_value());
  store.add("key", kResult);
  store.add("other\nkey", 7);
  const ResultStore again(folder.path("a/b"));
  REQUIRE(again.find("key").has_value());
  CHECK(*again.find("key") == kResult);
  CHECK(again.find("key")->at("curve")[1].get<double>() == 1.0 / 3);
  CHECK(*again.find("other\nkey") == 7);
  CHECK_FALSE(again.find("ke").has_value());
  store.add("key", nullptr);
  CHECK(*again.find("key") == nullptr);
}

TEST_CASE("a store without a folder keeps nothing") {
  const ResultStore store("");
  store.add("key", kResult);
  CHECK_FALSE(store.find("key").has_value());
}

TEST_CASE("a stored file that was cut off, or in which any one byte has changed, is not found") {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("s"));
  store.add("key", kResult);
  const std::string path = files_of(folder.path("s")).at(0);
  const std::string whole = read_file(path);
  for (std::size_t size = 0; size + 1 < whole.size(); ++size) {
    folder.write("s/" + std::filesystem::path(path).filename().string(), whole.substr(0, size));
    CAPTURE(size);
    CHECK_FALSE(store.find("key").has_value());
  }
  for (std::size_t at = 0; at + 1 < whole.size(); ++at) {
    for (const char changed : {'7', ' ', '}', '\0'}) {
      std::string damaged = whole;
      damaged[at] = changed;
      folder.write("s/" + std::filesystem::path(path).filename().string(), damaged);
      CAPTURE(at);
      // What still means the same may be found.
      const auto found = store.find("key");
      CHECK((!found.has_value() || *found == kResult));
    }
  }
  store.add("key", kResult);
  CHECK(store.find("key").has_value());
}

TEST_CASE("what was stored for another key is not found under a name that happens to be the same") {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("s"));
  store.add("one", 1);
  const std::string of_one = files_of(folder.path("s")).at(0);
  const std::string text = read_file(of_one);
  std::filesystem::remove(of_one);
  store.add("two", 2);
  const std::string of_two = files_of(folder.path("s")).at(0);
  folder.write("s/" + std::filesystem::path(of_two).filename().string(), text);
  CHECK_FALSE(store.find("two").has_value());
}

TEST_CASE("a store whose folder cannot be made says so") {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "");
  CHECK(
      error_of([&] { ResultStore store(file + "/s"); }).starts_with(file + "/s: cannot be made: "));
}

}  // namespace gbrank::test
