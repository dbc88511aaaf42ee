#include "prediction/documents.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "gbrank/error.h"

#include "support/small_ensemble.h"
#include "support/temporary_folder.h"

namespace gbrank::bench {
namespace {

/// Feature 16,000,000 is one that the model does not have.
constexpr const char* kText =
    "1 qid:1 1:2 3:-1 16000000:9\n# none\n0 qid:1 2:0.5\n0 qid:2 2:nan 3:0\n";

struct File {
  test::TemporaryFolder folder;
  std::string path = folder.write("data.txt", kText);
};

TEST_CASE("documents stand in rows of the model's features") {
  const File file;
  const Documents documents = read_documents(file.path, test::small_ensemble(), 10, 0);
  CHECK(documents.rows() == 3);
  CHECK(std::isnan(documents.values[7]));
  std::vector<float> values = documents.values;
  values[7] = 77;
  CHECK(values == std::vector<float>{2, 0, -1, 0, 0.5F, 0, 0, 77, 0});
  CHECK(documents.dense(1, 2).values == documents.values.data() + 3);
  CHECK(read_documents(file.path, test::small_ensemble(), 2, 0).rows() == 2);
}

TEST_CASE("an absent feature is what the model takes it for") {
  const File file;
  Ensemble ensemble = test::small_ensemble();
  ensemble.absent_is_missing = true;
  const Documents documents = read_documents(file.path, ensemble, 10, 0);
  CHECK(std::isnan(documents.values[1]));
  CHECK(documents.values[8] == 0);
}

TEST_CASE("sparse rows score as the dense ones do, and leave out what is absent") {
  const File file;
  for (const bool absent_is_missing : {false, true}) {
    CAPTURE(absent_is_missing);
    Ensemble ensemble = test::small_ensemble();
    ensemble.absent_is_missing = absent_is_missing;
    const Documents documents = read_documents(file.path, ensemble, 10, 0);
    // Of the last row, NaN is left out where absent means missing, and otherwise 0.
    CHECK(documents.offsets == std::vector<std::size_t>{0, 2, 3, 4});
    CHECK(documents.sparse_features.back() == (absent_is_missing ? 2 : 1));
    const Predictor predictor(ensemble);
    std::vector<double> dense(2), sparse(2);
    predictor.score(documents.dense(1, 2), dense);
    predictor.score(documents.sparse(1, 2), sparse);
    CHECK(dense == sparse);
  }
}

TEST_CASE("a share of the values can be missing") {
  std::string text;
  for (int row = 0; row < 2000; ++row) text += "0 qid:1 1:1 2:2 3:3\n";
  const test::TemporaryFolder folder;
  const Documents documents =
      read_documents(folder.write("data.txt", text), test::small_ensemble(), 2000, 0.25);
  const auto missing = std::ranges::count_if(documents.values, [](float x) { return x != x; });
  // Six standard deviations of 6000 draws are 0.034.
  CHECK(static_cast<double>(missing) / 6000 == doctest::Approx(0.25).epsilon(0.14));
  CHECK(documents.sparse_values.size() == 6000);
}

TEST_CASE("no documents are an error") {
  const test::TemporaryFolder folder;
  CHECK_THROWS_AS(
      read_documents(folder.write("data.txt", "# nothing\n"), test::small_ensemble(), 1, 0), Error);
}

}  // namespace
}  // namespace gbrank::bench
