// The benchmark of prediction, on a few documents.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "gbrank/model_io.h"

#include "support/run_program.h"
#include "support/small_ensemble.h"
#include "support/temporary_folder.h"

namespace gbrank {
namespace {

struct Bench {
  test::TemporaryFolder folder;
  std::string model = folder.write("model.json", model_to_text(test::small_ensemble()));
  std::string data =
      folder.write("data.txt", "1 qid:1 1:2 3:-1\n0 qid:1 2:0.5\n0 qid:2 2:nan 3:-5e20\n");

  test::Run run(std::vector<std::string> more) const {
    std::vector<std::string> words = {
        GBRANK_BENCH_PREDICT, "--model", model, "--data", data, "--work",
        folder.path("work"),  "--runs=2"};
    words.insert(words.end(), more.begin(), more.end());
    return test::run_command(words);
  }
};

TEST_CASE("the benchmark of prediction measures one's own model on one's own data") {
  const Bench bench;
  const test::Run run = bench.run(
      {"--batch=1,2", "--missing-share=0.5", "--json", bench.folder.path("figures.json")});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.out.find("2 trees, 4 leaves, 3 features; 3 documents") == 0);
  CHECK(run.out.find("\ndocuments a second             1           2\ngbrank ") !=
        std::string::npos);
  CHECK(run.out.find("\ngbrank over                    1           2\n") != std::string::npos);
  const auto json = nlohmann::json::parse(test::read_file(bench.folder.path("figures.json")));
  CHECK(json["documents"] == 3);
  CHECK(json["process_threads"] == 1);
  std::vector<std::string> names;
  for (const auto& contender : json["contenders"]) {
    names.push_back(contender["contender"]);
    REQUIRE(contender["figures"].size() == 2);
    CHECK(contender["figures"][1]["batches"] == 1);
    CHECK(contender["figures"][1]["run_seconds"].size() == 2);
    CHECK(contender["figures"][1]["documents_a_second"] > 0);
  }
  // Whatever else is installed.
  REQUIRE(names.size() >= 3);
  names.resize(3);
  CHECK(names == std::vector<std::string>{"gbrank", "gbrank-sparse", "reference"});
}

TEST_CASE("the benchmark of prediction says what is wrong with its options") {
  const Bench bench;
  const auto check = [&](const std::vector<std::string>& options, const char* message) {
    const test::Run run = bench.run(options);
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(run.err.find(message) != std::string::npos);
  };
  check({"--batch=1,4"}, "--batch: 4 is more than the 3 documents that are there");
  check({"--batch=0"}, "'0' is no number of rows");
  check({"--batch=1", "--only=gbrink"}, "there is no 'gbrink' here");
  check({"--leaves=64"}, "not of --model");
  check({"--missing-share=1.5"}, "expected 0 to 1");
  check({"--runs=3"}, "more than once");
  check({"--rosw=5"}, "rosw");
}

TEST_CASE("the benchmark of prediction fails where the model cannot be read") {
  const test::TemporaryFolder folder;
  const test::Run run =
      test::run_command({GBRANK_BENCH_PREDICT, "--model", folder.path("none.json"), "--data",
                         folder.path("none.txt"), "--work", folder.path("work")});
  CHECK(run.status == 1);
  CHECK(run.err.find("none.json") != std::string::npos);
}

}  // namespace
}  // namespace gbrank
