#include "exchange/verify.h"

#include <cmath>
#include <functional>
#include <limits>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "exchange/export_checks.h"
#include "support/small_ensemble.h"
#include "support/temporary_folder.h"

namespace gbrank::test {
namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();

/// A consumer that is any function of the row.
struct FunctionConsumer : Consumer {
  std::function<double(std::span<const float>)> function;
  double score(std::span<const float> features) const override { return function(features); }
};

/// One tree: feature 1 is the score, as far as its steps of 1/4 from 0 to 3 go.
Ensemble steps() {
  Ensemble ensemble;
  ensemble.feature_names = {"a", "b"};
  Tree tree;
  for (int step = 0; step < 12; ++step) {
    tree.feature.push_back(0);
    tree.threshold.push_back(static_cast<float>(step) / 4);
    tree.missing_left.push_back(1);
    tree.left.push_back(~step);
    tree.right.push_back(step + 1 < 12 ? step + 1 : ~12);
    tree.gain.push_back(1);
  }
  for (int leaf = 0; leaf <= 12; ++leaf) tree.value.push_back(leaf / 4.0);
  tree.documents.assign(13, 1);
  ensemble.trees.push_back(tree);
  check(ensemble);
  return ensemble;
}

Verification verify_text(const std::string& text, const Ensemble& ensemble,
                         const std::function<double(std::span<const float>)>& function,
                         double shift = 0, int threads = 1) {
  const TemporaryFolder folder;
  TextStream data(folder.write("data.txt", text));
  TextScorer scorer(ensemble, threads);
  FunctionConsumer consumer;
  consumer.function = function;
  return verify(data, ensemble, scorer, consumer, shift, threads);
}

}  // namespace

TEST_CASE("rows, queries, pairs and the row that is furthest off") {
  const std::string text =
      "0 qid:1 1:1\n# a comment\n1 qid:1 1:2\n\n0 qid:1 1:0.5\n"
      "0 qid:9 1:3\n"
      "1 qid:4 1:1.5\n0 qid:4\n";
  const Verification v = verify_text(
      text, steps(),
      [](std::span<const float> row) {
        return static_cast<double>(row[0]) + (row[0] == 1.5F ? 0.125 : 0.0625) + 10;
      },
      10);
  CHECK(v.rows == 6);
  CHECK(v.queries == 3);
  CHECK(v.pairs == 3 + 0 + 1);
  CHECK(v.largest_difference == 0.125);
  CHECK(v.furthest.line == 7);
  CHECK(v.furthest.model == 1.5);
  CHECK(v.furthest.exported == 1.625);
  CHECK(v.same_order());
  CHECK(!v.widest);
}

TEST_CASE("pairs turned round, newly equal and no longer equal, within each query only") {
  const std::string text =
      "0 qid:1 1:1 2:3\n0 qid:1 1:2 2:1\n0 qid:1 1:3 2:2\n0 qid:1 1:3 2:9\n"  // 1 2 3 3: 3 1 2 9
      "0 qid:2 1:1 2:1\n0 qid:2 1:2 2:1\n"                                    // 1 2: 1 1
      "0 qid:3 1:0 2:5\n0 qid:3 1:3 2:4\n"                                    // 0 3: 5 4
      "0 qid:4 1:0 2:5\n0 qid:4 1:2 2:4\n";                                   // 0 2: 5 4
  const Verification v = verify_text(
      text, steps(), [](std::span<const float> row) { return static_cast<double>(row[1]); });
  CHECK(v.pairs == 6 + 1 + 1 + 1);
  CHECK(v.inverted == 2 + 0 + 1 + 1);
  CHECK(v.tied == 1);
  CHECK(v.untied == 1);
  CHECK(!v.same_order());
  REQUIRE(v.widest);
  CHECK(v.widest->query == "3");
  CHECK(v.widest->higher.line == 8);
  CHECK(v.widest->lower.line == 7);
  CHECK(v.widest->higher.model == 3);
  CHECK(v.widest->lower.exported == 5);
  CHECK(v.widest_gap() == 3);
  CHECK(!v.same_order(2.9));
  CHECK(v.same_order(3));
}

TEST_CASE("a feature that a row does not have is what the model says") {
  Ensemble ensemble = steps();
  const std::string text = "0 qid:1 2:1\n0 qid:1 1:1 7:1\n0 qid:1 1:NaN\n";
  std::size_t zeros = 0;
  std::size_t missing = 0;
  const auto count = [&](std::span<const float> row) {
    REQUIRE(row.size() == 2);
    zeros += row[0] == 0 ? 1 : 0;
    missing += std::isnan(row[0]) ? 1 : 0;
    return 0.0;
  };
  verify_text(text, ensemble, count);
  CHECK(zeros == 1);
  CHECK(missing == 1);
  ensemble.absent_is_missing = true;
  verify_text(text, ensemble, count);
  CHECK(zeros == 1);
  CHECK(missing == 3);
}

TEST_CASE("scores that are no finite number are counted, and their order is not compared") {
  const std::string text = "0 qid:1 1:1\n0 qid:1 1:2\n0 qid:1 1:3\n0 qid:1 1:0.25\n";
  const Verification v = verify_text(text, steps(), [](std::span<const float> row) {
    return row[0] == 2   ? static_cast<double>(kNan)
           : row[0] == 3 ? HUGE_VAL
                         : static_cast<double>(row[0]);
  });
  CHECK(v.rows == 4);
  CHECK(v.not_finite == 2);
  CHECK(v.first_not_finite == 2);
  CHECK(v.pairs == 1);
  CHECK(v.inverted == 0);
  CHECK(!v.same_order(100));
}

TEST_CASE("a file of many blocks and chunks is the same for any number of threads") {
  // 12 MB: three blocks of 4 MB, and queries that reach over their edges.
  std::string text;
  Random random(random_key(12));
  std::size_t lines = 0;
  std::size_t rows = 0;
  std::size_t odd_line = 0;
  while (text.size() < (12U << 20)) {
    ++lines;
    if (random.below(10) == 0) {
      text += "# nothing\n";
      continue;
    }
    if (rows == 70000) odd_line = lines;
    text += fmt::format("0 qid:{} 1:{} 2:{} # {}\n", rows / 20000,
                        static_cast<double>(random.below(12)) / 4, rows == 70000 ? 1 : 0,
                        std::string(60, 'x'));
    ++rows;
  }
  REQUIRE(odd_line > 0);
  std::uint64_t inverted = 0;
  for (const int threads : {1, 3}) {
    const Verification v = verify_text(
        text, steps(),
        [&](std::span<const float> row) { return static_cast<double>(row[0]) + row[1] * 4.5; }, 0,
        threads);
    CHECK(v.rows == rows);
    CHECK(v.queries == (rows + 19999) / 20000);
    CHECK(v.largest_difference == 4.5);
    CHECK(v.furthest.line == odd_line);
    REQUIRE(v.widest);
    CHECK(v.widest->lower.line == odd_line);
    CHECK(v.inverted > 0);
    if (threads == 1) inverted = v.inverted;
    CHECK(v.inverted == inverted);
  }
}

TEST_CASE("data that cannot be compared is an error with file and line") {
  const auto error = [](const std::string& text) {
    const std::string message =
        error_of([&] { verify_text(text, steps(), [](std::span<const float>) { return 0.0; }); });
    return message.substr(std::min(message.find("data.txt"), message.size()));
  };
  CHECK(error("0 qid:1 1:1\n") == "");
  CHECK(error("") == "data.txt: found no rows, expected some to verify with");
  CHECK(error("# nothing\n") == "data.txt: found no rows, expected some to verify with");
  CHECK(error("0 qid:1 1:1\n0 qid:2 1:1\n\n0 qid:1 1:1\n") ==
        "data.txt:4: query \"1\" returns here; its rows must stand together (sort the file by "
        "query)");
  CHECK(error("0 qid:1 1:1\n0 1:1\n").starts_with("data.txt:2: "));
}

TEST_CASE("every format ranks random data as the model does, unless it says that it cannot") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Ensemble ensemble = random_ensemble({.missing_is_zero = true, .seed = seed});
    const std::string text = letor_text(lightgbm_rows(awkward_rows(ensemble, 200, seed)));
    for (const ExchangeFormat& format : exchange_formats()) {
      CAPTURE(format.name);
      const double shift = seed % 2 == 0 ? 5 : 0;
      const Exported exported = format.write(ensemble, {.shift = shift});
      if (!exported.losses.empty()) continue;
      const auto consumer = format.read(exported.text, "file", ensemble.feature_names);
      const Verification v = verify_text(
          text, ensemble, [&](std::span<const float> row) { return consumer->score(row); }, shift);
      CHECK(v.rows == 200);
      CHECK(v.largest_difference < 1e-5);
      CHECK(v.same_order());
    }
  }
}

}  // namespace gbrank::test
